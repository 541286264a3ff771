/** The languages of the app, by their own names. */
export const languages = { en: 'English', de: 'Deutsch' };

/** The key of this browser's choice of a language. Without a choice, the browser's languages decide. */
export const languageKey = 'postcard-language';

const wanted = [localStorage.getItem(languageKey) ?? '', ...navigator.languages];

/** The language of this page. */
export const language = wanted.map((each) => each.slice(0, 2)).find((each) => each in languages) ?? 'en';

/** The locale for dates, numbers and plurals: the browser's variant of the language if it has one. */
export const locale = navigator.languages.find((each) => each.startsWith(language)) ??
    { en: 'en-GB' }[language] ?? language;

let translations = /** @type {Record<string, any>} */ ({});

/** Loads the texts of the language, before other modules use texts. English needs no download. */
export async function loadLanguage() {
    document.documentElement.lang = language;
    // A failure leaves the app in English.
    if (language !== 'en') translations = await import(`./${language}/all.js`).catch(() => ({}));
}

/**
 * Returns a module's texts in this page's language.
 *
 * @template T
 * @param {string} name The name of the module.
 * @param {T} english
 * @returns {T}
 */
export const translated = (name, english) => translations[name] ?? english;
