import { h } from '../base/dom.js';
import { head } from '../base/head.js';

/** The map. */
export default function mapScreen(screen) {
    screen.title('Map');
    return h('main', { class: 'page' }, head({ title: 'Map', isMain: true }));
}
