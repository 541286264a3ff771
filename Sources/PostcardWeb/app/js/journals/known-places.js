import { position } from '../base/words.js';

/** @type {[string, number, number][]} */
let cities = [];
let asked = false;

/** Reads the cities that come with the app. */
export async function loadCities() {
    if (asked) return;
    asked = true;
    try { cities = await (await fetch(new URL('../../cities.json', import.meta.url))).json(); } catch { asked = false; }
}

const plain = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Places that are known without asking anybody: pins, and large cities.
 *
 * @param {string} text What was typed; without it, the pins that were changed last.
 * @param {any[]} pins
 * @returns {{ name: string, detail: string, pin?: string, coordinate: any }[]} Eight at most.
 */
export function known(text, pins) {
    const wanted = plain(text.trim());
    const own = [...pins].reverse().map(pin => ({ name: pin.name, detail: `Pin · ${position(pin.coordinate)}`, pin: pin.id,
        coordinate: pin.coordinate }));
    if (!wanted) return own.slice(0, 5);
    const begins = place => plain(place.name).startsWith(wanted);
    const has = place => plain(place.name).includes(wanted);
    const large = cities.map(([name, latitude, longitude]) => ({ name, detail: position({ latitude, longitude }),
        coordinate: { latitude, longitude } }));
    const found = [...own, ...large].filter(has);
    return [...found.filter(begins), ...found.filter(place => !begins(place))].slice(0, 8);
}
