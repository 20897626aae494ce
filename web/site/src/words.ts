// What the page says, in English and German.

const ENGLISH = {
  page: "front800: an Atari 800 in the browser",
  start: "Click, tap or press a key to start",
  goOn: "Go on where you were",
  fresh: "Begin anew",
  loading: "The machine is being switched on …",
  program: "Program",
  open: "Open a file …",
  download: "Download the disk",
  saves: "Saved games",
  slot: "Slot",
  empty: "empty",
  save: "Save",
  load: "Load",
  remove: "Delete",
  leftOff: "Where you left off",
  share: "Share",
  shareGame: "with the game so far",
  copy: "Copy the link",
  copied: "The link has been copied.",
  settings: "Settings",
  television: "Television look",
  pal: "European machine (PAL)",
  sound: "Sound",
  volume: "Volume",
  language: "Language",
  fullscreen: "Full screen",
  pause: "Pause",
  goOnRunning: "Go on",
  reset: "RESET",
  rewind: "Rewind (hold)",
  hurry: "Fast (hold)",
  help: "Keys",
  workshop: "Workshop",
  close: "Close",
  screen: "Picture of the machine",
  screenText: "Text on the screen",
  stick: "Joystick",
  fire: "Button",
  paused: "Paused.",
  jam: "The program has stopped the machine's processor. RESET or a new start helps.",
  failed: "That did not work:",
  weeks: "Weeks of the shared game",
  watch: "Go to this week",
  replaying: "Replaying the game …",
  dropped: "Drop a program here",
  saved: "Saved.",
  loaded: "Loaded.",
  noTitle: "There is no program of that name:",
  keyHelp:
    "F1 this page · F2 OPTION · F3 SELECT · F4 START · F5 RESET · F8 quick save, Shift F8 quick load · F9 pause · F10 rewind while held · F11 full screen · F12 fast while held · arrows: joystick, Ctrl: its button · End: ATARI key · Tab leaves the picture with Shift Escape first",
  files: "Files",
  newFile: "New file",
  exportFiles: "Download my files",
  run: "Run",
  frame: "One frame",
  play: "Play",
  problems: "Problems",
  listing: "Listing",
  memory: "Memory",
  address: "Address or label",
  error: "error",
  errors: "errors",
  bytes: "bytes, running",
  noProblems: "Nothing is wrong.",
  noAddress: "no address and no label",
  fileName: "Name of the file",
  nothingOwn: "You have not written or changed any file yet.",
};

export type Word = keyof typeof ENGLISH;

const GERMAN: Record<Word, string> = {
  page: "front800: ein Atari 800 im Browser",
  start: "Klicken, tippen oder eine Taste drücken",
  goOn: "Weiter, wo du warst",
  fresh: "Neu beginnen",
  loading: "Die Maschine wird eingeschaltet …",
  program: "Programm",
  open: "Datei öffnen …",
  download: "Diskette herunterladen",
  saves: "Spielstände",
  slot: "Platz",
  empty: "leer",
  save: "Speichern",
  load: "Laden",
  remove: "Löschen",
  leftOff: "Zuletzt gespielt",
  share: "Teilen",
  shareGame: "mit dem bisherigen Spiel",
  copy: "Link kopieren",
  copied: "Der Link ist kopiert.",
  settings: "Einstellungen",
  television: "Wie auf dem Fernseher",
  pal: "Europäische Maschine (PAL)",
  sound: "Ton",
  volume: "Lautstärke",
  language: "Sprache",
  fullscreen: "Vollbild",
  pause: "Pause",
  goOnRunning: "Weiter",
  reset: "RESET",
  rewind: "Zurück (halten)",
  hurry: "Schnell (halten)",
  help: "Tasten",
  workshop: "Werkstatt",
  close: "Schließen",
  screen: "Bild der Maschine",
  screenText: "Text auf dem Schirm",
  stick: "Joystick",
  fire: "Knopf",
  paused: "Angehalten.",
  jam: "Das Programm hat den Prozessor angehalten. RESET oder neues Einschalten hilft.",
  failed: "Das ging nicht:",
  weeks: "Wochen des geteilten Spiels",
  watch: "Zu dieser Woche",
  replaying: "Das Spiel wird nachgespielt …",
  dropped: "Programm hier ablegen",
  saved: "Gespeichert.",
  loaded: "Geladen.",
  noTitle: "Ein Programm dieses Namens gibt es nicht:",
  keyHelp:
    "F1 diese Seite · F2 OPTION · F3 SELECT · F4 START · F5 RESET · F8 schnell speichern, Umschalt F8 laden · F9 Pause · F10 zurück, solange gehalten · F11 Vollbild · F12 schnell, solange gehalten · Pfeile: Joystick, Strg: sein Knopf · Ende: ATARI-Taste · Umschalt Escape verlässt das Bild",
  files: "Dateien",
  newFile: "Neue Datei",
  exportFiles: "Meine Dateien herunterladen",
  run: "Starten",
  frame: "Ein Bild",
  play: "Spielen",
  problems: "Probleme",
  listing: "Listing",
  memory: "Speicher",
  address: "Adresse oder Label",
  error: "Fehler",
  errors: "Fehler",
  bytes: "Bytes, läuft",
  noProblems: "Alles in Ordnung.",
  noAddress: "keine Adresse und kein Label",
  fileName: "Name der Datei",
  nothingOwn: "Du hast noch keine Datei geschrieben oder geändert.",
};

export type Language = "en" | "de";

let language: Language = navigator.language.startsWith("de") ? "de" : "en";

export function currentLanguage(): Language {
  return language;
}

export function word(name: Word): string {
  return (language === "de" ? GERMAN : ENGLISH)[name];
}

/** Puts the words into everything on the page that names one. */
export function speak(chosen: Language): void {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll<HTMLElement>("[data-word]")) {
    element.textContent = word(element.dataset["word"] as Word);
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-label]")) {
    element.setAttribute("aria-label", word(element.dataset["label"] as Word));
  }
}
