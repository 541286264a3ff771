import { session } from '../base/api.js';
import { fill, h } from '../base/dom.js';
import { later } from '../base/later.js';
import { effect } from '../base/signal.js';
import { strings } from '../strings/map.js';

const key = 'postcard-layer';
const streets = later(() => import('./tiles.js'), 'streets');
const askForStreets = later(() => import('./tiles.js'), 'askForStreets');

/**
 * The choice on this device: `tiles` or `outline`; `open` before the first choice; empty if the service has no tiles.
 */
const choice = () => session.value?.tiles ? localStorage.getItem(key) ?? 'open' : '';

/** The zoom from which the map offers streets, because the offline map shows little there. */
const city = 9;

/** True if the map shows streets. */
export const showsStreets = () => choice() === 'tiles';

/**
 * Shows the service's street tiles over the outline. The tiles come from a third-party server, so the user must agree
 * first on each device.
 *
 * @param {import('./map-view.js').MapView} map
 * @param {AbortSignal} until
 * @returns {{ element: HTMLElement, item: () => import('../base/dialog.js').MenuItem, settled: () => void }}
 *   `element` contains the question, the credit and the nearest place; `item` changes the choice; `settled` is
 *   called when the map stops.
 */
export function mapLayer(map, until) {
    const note = h('div', { class: 'map-credit' });
    let asks = false;
    function choose(isWanted) {
        localStorage.setItem(key, isWanted ? 'tiles' : 'outline');
        show();
    }
    async function show() {
        const tiles = session.value?.tiles;
        const chosen = choice();
        map.tiles = null;
        fill(note);
        if (chosen === 'open' && asks) await askForStreets(tiles.url, note, choose);
        const layer = chosen === 'tiles' ? await streets(map, tiles, note, until) : null;
        // The choice may have changed in the meantime.
        if (chosen === choice()) map.tiles = layer ?? null;
        map.draw();
    }
    effect(show, until);
    return {
        element: h('div', { class: 'map-notes' }, map.near, note),
        item: () =>
            choice()
                ? {
                    text: showsStreets() ? strings.hideStreets : strings.showStreets,
                    icon: 'map',
                    run: () => choice() === 'open' ? ask() : choose(!showsStreets()),
                }
                : null,
        settled: () => {
            if (!asks && map.camera.zoom >= city && choice() === 'open') ask();
        },
    };
    function ask() {
        asks = true;
        show();
    }
}
