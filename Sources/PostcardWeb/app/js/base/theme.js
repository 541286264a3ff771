import { resource, session } from './api.js';
import { h } from './dom.js';
import { later } from './later.js';
import { effect } from './signal.js';

const colorsFor = later(() => import('./colors.js'), 'colorsFor');

/** Returns the library's settings, which are the same in all browsers. */
export const settings = () => resource('/library/settings');

const key = 'postcard-background';

/** Applies the background color from the settings. Until they arrive, this browser's last color is used. */
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
 * Applies a background color to the app, with readable ink and accents.
 *
 * @param {string | undefined} background `#RRGGBB` or `#RGB`; anything else means the default colors.
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
 * Loads a style sheet that only some screens need; resolves when the style sheet is applied.
 *
 * @param {string} name The name of a file in `css`, without its extension.
 */
export function useStyle(name) {
    if (!sheets.has(name)) {
        sheets.set(
            name,
            new Promise((resolve, reject) => {
                const url = new URL(`../../css/${name}.css`, import.meta.url);
                document.head.append(h('link', {
                    rel: 'stylesheet',
                    href: url.href,
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
