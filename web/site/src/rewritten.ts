// What another page has written into a file that is open here, too.

import { type EditorState, Transaction, type TransactionSpec } from "@codemirror/state";

/** Makes a file's text that of another page: only what differs is replaced, so that the rest keeps its breakpoints, and what is
 * undone here is what was written here. */
export function written(state: EditorState, text: string): TransactionSpec {
  // With line ends as the editor has them.
  const [before, now] = [state.doc.toString(), state.toText(text).toString()];
  const shorter = Math.min(before.length, now.length);
  let from = 0;
  while (from < shorter && before[from] === now[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === now.at(-1 - same)) same++;
  const changes = { from, to: before.length - same, insert: now.slice(from, now.length - same) };
  return { changes, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] };
}

/** Whether it is that. */
export function isOfAnother(transaction: Transaction): boolean {
  return transaction.annotation(Transaction.remote) === true;
}
