import { session } from '../base/api.js';
import { h } from '../base/dom.js';
import { later } from '../base/later.js';
import { effect } from '../base/signal.js';

const key = 'postcard-layer';
const tileLayer = later(() => import('./tiles.js'), 'tileLayer');

/**
 * Shows the tiles that the service names, where they are chosen on this device, or the outline.
 *
 * @param {import('./map-view.js').MapView} map
 * @param {AbortSignal} until
 * @returns {{ credit: HTMLElement, item: () => import('../base/menu.js').MenuItem }} `credit` is what the makers of tiles demand, `item`
 *   chooses the other layer.
 */
export function mapLayer(map, until) {
    const credit = h('p', { class: 'map-credit', hidden: true });
    const isChosen = () => localStorage.getItem(key) === 'tiles';
    async function choose() {
        const tiles = isChosen() ? session.value?.tiles : null;
        credit.hidden = !tiles;
        credit.textContent = tiles?.credit ?? '';
        const layer = tiles ? await tileLayer(tiles.url, () => map.draw()) : null;
        // Another one may have been chosen meanwhile.
        map.tiles = isChosen() ? layer : null;
        map.draw();
    }
    effect(choose, until);
    return { credit, item: () => session.value?.tiles ? { text: isChosen() ? 'Show the outline' : 'Show streets', icon: 'map',
        run: () => { localStorage.setItem(key, isChosen() ? 'outline' : 'tiles'); choose(); } } : null };
}
