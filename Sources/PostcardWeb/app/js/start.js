import { loadLanguage } from './strings/language.js';

// The app's modules may use texts as soon as they are imported.
loadLanguage().then(() => import('./main.js'));
