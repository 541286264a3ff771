import { h } from '../base/dom.js';
import { head } from '../base/head.js';

/** A screen that is still to be written. */
export default function placeholder(screen) {
    screen.title('Place');
    return h('main', { class: 'page' }, head({ title: 'Place', isMain: true }), h('p', { class: 'soft' }, 'Nothing here yet.'));
}
