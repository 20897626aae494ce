// Breakpoints in the editor. Each moves with its line and stores its number in the debugger.

import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, gutter, GutterMarker } from "@codemirror/view";

/** A dot beside a line, hollow until the debugger has set the breakpoint. */
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

/** Sets or, with null, removes the dot of the line that begins at `from`. */
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

/** Gives a line the breakpoint with that number, one not yet known to the debugger (null), or none. */
export function place({ doc }: EditorState, line: number, number: number | null | "none"): StateEffect<unknown>[] {
  if (line > doc.lines) return [];
  return [placed.of({ from: doc.line(line).from, dot: number === "none" ? null : new Dot(number) })];
}

/** The column of breakpoints; `clicked` is called with the number of the clicked line. */
export function breakColumn(clicked: (line: number) => void): Extension {
  return [
    dots,
    gutter({
      class: "breakpoints",
      // Lines without a breakpoint must be clickable, too.
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
