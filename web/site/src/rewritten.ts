// Takes over changes that another page has made to a file that is also open here.

import { type EditorState, Transaction, type TransactionSpec } from "@codemirror/state";

/** Changes a file's text to that of the other page. Only the part that differs is replaced, so that the rest keeps its breakpoints. The
 * change is not in the undo history, which has only what was typed here. */
export function written(state: EditorState, text: string): TransactionSpec {
  // With the editor's line endings.
  const [before, now] = [state.doc.toString(), state.toText(text).toString()];
  const shorter = Math.min(before.length, now.length);
  let from = 0;
  while (from < shorter && before[from] === now[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === now.at(-1 - same)) same++;
  const changes = { from, to: before.length - same, insert: now.slice(from, now.length - same) };
  return { changes, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] };
}

/** Whether a transaction is such a change. */
export function isOfAnother(transaction: Transaction): boolean {
  return transaction.annotation(Transaction.remote) === true;
}
