// The assembler's syntax for the editor: comments, directives, instructions and numbers.

import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const INSTRUCTIONS = new Set(
  (
    "adc and asl bcc bcs beq bit bmi bne bpl brk bvc bvs clc cld cli clv cmp cpx cpy dec dex dey eor inc inx iny jmp jsr " +
    "lda ldx ldy lsr nop ora pha php pla plp rol ror rti rts sbc sec sed sei sta stx sty tax tay tsx txa txs tya " +
    "mva mvx mvy mwa mwx mwy inw dew adb sbb adw sbw add sub cpw phr plr jeq jne jcc jcs jmi jpl jvc jvs " +
    "req rne rcc rcs rmi rpl rvc rvs seq sne scc scs smi spl svc svs"
  ).split(" "),
);
const WORDS = new Set("org run ini end equ dta icl ins opt ert".split(" "));

/** 6502 source in front800's dialect. */
export const assembler = StreamLanguage.define<{ isStart: boolean }>({
  name: "6502",
  startState: () => ({ isStart: true }),
  token(stream, state) {
    if (stream.sol()) state.isStart = !/\s/.test(stream.peek() ?? " ");
    if (stream.eatSpace()) return null;
    if (stream.match(/^;.*/) || stream.match(/^\/\/.*/) || (stream.sol() && stream.match(/^\*.*/))) return "comment";
    if (stream.match(/^"[^"]*"?/) || stream.match(/^'[^']*'?/)) return "string";
    if (stream.match(/^\$[0-9a-f]+/i) || stream.match(/^%[01]+/) || stream.match(/^\d+/)) return "number";
    if (stream.match(/^[.#][a-z]\w*/i)) return "keyword";
    const word = stream.match(/^[a-z_?@:][\w?@.:]*/i) as RegExpMatchArray | null;
    if (word) {
      const lower = word[0].toLowerCase();
      const wasStart = state.isStart;
      state.isStart = false;
      if (INSTRUCTIONS.has(lower)) return "operatorKeyword";
      if (WORDS.has(lower)) return "keyword";
      return wasStart ? "labelName" : "variableName";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: ";" } },
});

/** Syntax colours for a dark background. */
export const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, color: "#9bb096" },
    { tag: tags.string, color: "#d7a77f" },
    { tag: tags.number, color: "#9cc4e4" },
    { tag: tags.keyword, color: "#d9a7e0" },
    { tag: tags.operatorKeyword, color: "#e3cf7c" },
    { tag: tags.labelName, color: "#f0efe9", fontWeight: "bold" },
  ]),
);

/** Other styles of the editor. */
export const look = EditorView.theme(
  {
    "&": { height: "100%", fontSize: "0.95rem" },
    ".cm-diagnostic-error": { borderLeftColor: "#e06c5a" },
    ".breakpoints": { width: "1rem", color: "#e06c5a", cursor: "pointer" },
    // Backgrounds on which all syntax colours are readable.
    ".cm-line.cm-activeLine": { background: "#22251b" },
    ".cm-line.stands": { background: "#3d391c" },
  },
  { dark: true },
);
