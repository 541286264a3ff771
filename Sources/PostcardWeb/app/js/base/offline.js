import { asOf } from './api.js';
import { h } from './dom.js';
import { effect } from './signal.js';
import { english } from './words.js';

/** Says that copies are shown because nobody answers, and of when they are. */
export function tellOfCopies() {
    effect(() => {
        document.querySelector('.offline')?.remove();
        document.body.toggleAttribute('data-offline', Boolean(asOf.value));
        if (!asOf.value) return;
        const date = new Date(asOf.value);
        const time = date.toDateString() === new Date().toDateString() ? date.toLocaleTimeString(english, { timeStyle: 'short' })
            : date.toLocaleDateString(english, { dateStyle: 'medium' });
        document.body.append(h('aside', { class: 'offline', 'aria-label': 'Offline' },
            h('span', { role: 'status' }, `Postcard does not answer. This is a copy of ${time}.`)));
    });
}
