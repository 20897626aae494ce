// Breakpoints in the editor: each moves with its line, and knows its number in the debugger.

import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, gutter, GutterMarker } from "@codemirror/view";

/** A dot beside a line: hollow while the debugger knows nothing of it. */
class Dot extends GutterMarker {
  constructor(readonly number: number | null) {
    super();
  }

  override eq(other: Dot): boolean {
    return other.number === this.number;
  }

  override toDOM(): Node {
    return document.createTextNode(this.number === null ? "\u25cb" : "\u25cf");
  }
}

/** What is beside the line that begins there; null for nothing. */
const placed = StateEffect.define<{ from: number; dot: Dot | null }>({
  map: ({ from, dot }, changes) => ({ from: changes.mapPos(from), dot }),
});

const dots = StateField.define<RangeSet<Dot>>({
  create: () => RangeSet.empty,
  update(set, transaction) {
    set = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(placed)) continue;
      const { from, dot } = effect.value;
      set = set.update({ filter: (at) => at !== from, add: dot ? [dot.range(from)] : [] });
    }
    return set;
  },
});

/** The lines with breakpoints, and their numbers in the debugger. */
export function breakpoints(state: EditorState): Map<number, number | null> {
  const lines = new Map<number, number | null>();
  for (const at = state.field(dots).iter(); at.value; at.next()) lines.set(state.doc.lineAt(at.from).number, at.value.number);
  return lines;
}

/** A line has the breakpoint of that number, one of which the debugger knows nothing, or none at all. */
export function place({ doc }: EditorState, line: number, number: number | null | "none"): StateEffect<unknown>[] {
  if (line > doc.lines) return [];
  return [placed.of({ from: doc.line(line).from, dot: number === "none" ? null : new Dot(number) })];
}

/** A column of them, in which one clicks. */
export function breakColumn(clicked: (line: number) => void): Extension {
  return [
    dots,
    gutter({
      class: "breakpoints",
      // Where there is nothing yet one clicks, too.
      renderEmptyElements: true,
      markers: (view: EditorView) => view.state.field(dots),
      initialSpacer: () => new Dot(0),
      domEventHandlers: {
        mousedown(view, { from }) {
          clicked(view.state.doc.lineAt(from).number);
          return true;
        },
      },
    }),
  ];
}
