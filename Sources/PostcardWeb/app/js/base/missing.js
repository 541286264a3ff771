import { h } from './dom.js';
import { empty } from './states.js';

/** The screen of an address that the app does not know. */
export default function missing(screen) {
    screen.title('Not found');
    return h(
        'div',
        { class: 'page' },
        h('h1', { class: 'visually-hidden' }, 'Not found'),
        empty({
            title: 'There is nothing at this address',
            text: 'It may have been deleted, or the link is not complete.',
            picture: 'map',
            actions: h('a', { class: 'button button-primary', href: '/app/' }, 'Open the map'),
        }),
    );
}
