import { session } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { later } from '../base/later.js';
import { effect } from '../base/signal.js';

const key = 'postcard-layer';
const streets = later(() => import('./tiles.js'), 'streets');
const askForStreets = later(() => import('./tiles.js'), 'askForStreets');

/**
 * `tiles` or `outline` where somebody has chosen on this device, `open` where nobody has; empty where the
 * service names no tiles.
 */
const choice = () => session.value?.tiles ? localStorage.getItem(key) ?? 'open' : '';

/** A Boolean value that indicates whether the map shows streets. */
export const showsStreets = () => choice() === 'tiles';

/**
 * Shows the streets that the service names over the outline, once somebody has said so on this device: their
 * server is a stranger.
 *
 * @param {import('./map-view.js').MapView} map
 * @param {AbortSignal} until
 * @returns {{ element: HTMLElement, item: () => import('../base/dialog.js').MenuItem }} `element` asks,
 *   credits, and names what is near; `item` changes the choice.
 */
export function mapLayer(map, until) {
    const note = h('div', { class: 'map-credit' });
    function choose(isWanted) {
        localStorage.setItem(key, isWanted ? 'tiles' : 'outline');
        show();
    }
    async function show() {
        const tiles = session.value?.tiles;
        const chosen = choice();
        map.tiles = null;
        fill(note);
        if (chosen === 'open') await askForStreets(tiles.url, note, choose);
        const layer = chosen === 'tiles' ? await streets(map, tiles, note, until) : null;
        // Another one may have been chosen meanwhile.
        if (chosen === choice()) map.tiles = layer ?? null;
        map.draw();
    }
    effect(show, until);
    return {
        element: h('div', { class: 'map-notes' }, map.near, note),
        item: () =>
            choice()
                ? {
                    text: showsStreets() ? 'Hide streets' : 'Show streets',
                    icon: 'map',
                    run: () => choose(!showsStreets()),
                }
                : null,
    };
}
