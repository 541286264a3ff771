/*
German: du-form, short sentences, „quotation marks“, a space before “…” unless it cuts a word.

album Album · back of the card Rückseite der Karte · caption Text · collection Auswahl · crop zuschneiden ·
download laden, herunterladen · drop a pin einen Pin setzen · duplicates Doppelte · entry Eintrag · journal Tagebuch ·
library Bibliothek · meme das Meme · note Notiz · owner Besitzer · phone Handy · photo Foto · picture Bild · pin der Pin ·
place Ort · press and hold gedrückt halten · restore wiederherstellen, zurückholen · save speichern · settings
Einstellungen · share teilen · sign in, out anmelden, abmelden · streets Straßen · tap antippen · template Vorlage ·
trash Papierkorb · undo Rückgängig · version Fassung
*/
export { strings as base } from './base.js';
export { strings as dialogs } from './dialogs.js';
export { strings as editor } from './editor.js';
export { strings as entries } from './entries.js';
export { strings as journals } from './journals.js';
export { strings as map } from './map.js';
export { strings as memes } from './memes.js';
export { strings as pictures } from './pictures.js';
export { strings as pins } from './pins.js';
export { strings as sentences } from './sentences.js';
export { strings as settings } from './settings.js';
export { strings as signIn } from './sign-in.js';
export { strings as trash } from './trash.js';
