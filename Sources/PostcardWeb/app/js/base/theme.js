import { resource, session } from './api.js';
import { h } from './dom.js';
import { later } from './later.js';
import { effect } from './signal.js';

const colorsFor = later(() => import('./colors.js'), 'colorsFor');

/** The settings of the library, which every browser sees. */
export const settings = () => resource('/library/settings');

const key = 'postcard-background';

/** Follows the background colour of the settings; until they come, it is the last one that was seen here. */
export function followSettings() {
    applyBackground(localStorage.getItem(key) ?? undefined);
    effect(() => {
        if (session.value) settings().touch();
    });
    effect(() => {
        const background = settings().value.value?.background;
        if (!background) return;
        localStorage.setItem(key, background);
        applyBackground(background);
    });
}

let wanted = /** @type {string | undefined} */ (undefined);
let applied = /** @type {string[]} */ ([]);

/**
 * Makes a colour the background, with ink and accents that can be read on it, in all of the app.
 *
 * @param {string | undefined} background `#RRGGBB` or `#RGB`; anything else is the paper of the tokens.
 */
export async function applyBackground(background) {
    wanted = background;
    const colors = background?.startsWith('#') ? await colorsFor(background) : null;
    if (wanted !== background) return;
    const style = document.documentElement.style;
    for (const name of applied) style.removeProperty(name);
    applied = Object.keys(colors ?? {});
    for (const name of applied) style.setProperty(name, colors[name]);
    document.documentElement.toggleAttribute('data-background', Boolean(colors));
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Loads a style sheet that only some screens need; answers when it applies.
 *
 * @param {string} name Of a file in `css`, without its ending.
 */
export function useStyle(name) {
    if (!sheets.has(name)) {
        sheets.set(
            name,
            new Promise((resolve, reject) => {
                const address = new URL(`../../css/${name}.css`, import.meta.url);
                document.head.append(h('link', {
                    rel: 'stylesheet',
                    href: address.href,
                    onload: () => resolve(),
                    onerror: () => {
                        sheets.delete(name);
                        reject(new TypeError('The style sheet could not be imported.'));
                    },
                }));
            }),
        );
    }
    return sheets.get(name);
}
