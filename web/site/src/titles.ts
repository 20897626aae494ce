// Short descriptions of the built-in programs for the list of programs.

import { currentLanguage, type Language } from "./words";

const WARGAME = { en: "the war in the east, 1941–43", de: "der Krieg im Osten, 1941–43" };

const TITLES: Record<string, Record<Language, string>> = {
  rasputitsa: { en: `Rasputitsa: ${WARGAME.en}`, de: `Rasputitsa: ${WARGAME.de}` },
  "rasputitsa:modern": { en: "Rasputitsa, rules of 1982", de: "Rasputitsa, Regeln von 1982" },
  "rasputitsa:1982": { en: "Rasputitsa, rules of 1982, defects as they were", de: "Rasputitsa, Regeln von 1982, mit ihren Fehlern" },
  "rasputitsa:classic": { en: "Rasputitsa, rules of 1981", de: "Rasputitsa, Regeln von 1981" },
  "rasputitsa:1981": { en: "Rasputitsa, rules of 1981, defects as they were", de: "Rasputitsa, Regeln von 1981, mit ihren Fehlern" },
  magna: { en: "MAGNA: starships that hide from each other", de: "MAGNA: Raumschiffe, die sich voreinander verstecken" },
  encounter: { en: "ENCOUNTER: hidden ranks and a flag", de: "ENCOUNTER: verdeckte Ränge und eine Fahne" },
  eleven: { en: "ELEVEN: a race by Fibonacci numbers", de: "ELEVEN: ein Wettlauf nach Fibonacci-Zahlen" },
};

/** The description of a title in the list, or its name if there is none. */
export function titleName(title: string): string {
  return TITLES[title]?.[currentLanguage()] ?? title;
}
