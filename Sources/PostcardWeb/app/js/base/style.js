import { h } from './dom.js';

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Loads a style sheet that only some screens need; answers when it applies.
 *
 * @param {string} name Of a file in `css`, without its ending.
 */
export function useStyle(name) {
    if (!sheets.has(name)) {
        sheets.set(name, new Promise((resolve, reject) => {
            const address = new URL(`../../css/${name}.css`, import.meta.url);
            document.head.append(h('link', { rel: 'stylesheet', href: address.href, onload: () => resolve(),
                onerror: () => { sheets.delete(name); reject(new TypeError('The style sheet could not be imported.')); } }));
        }));
    }
    return sheets.get(name);
}
