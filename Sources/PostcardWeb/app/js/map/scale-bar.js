import { h } from '../base/dom.js';
import { distance } from '../base/words.js';

/** The bar that shows how long a distance is on the map. */
export function scaleBar() {
    const text = h('span');
    const bar = h('i');
    return { element: h('div', { class: 'scale', 'aria-hidden': 'true' }, bar, text), update(metresPerPixel) {
        const most = metresPerPixel * 110;
        const power = 10 ** Math.floor(Math.log10(most));
        const length = [5, 2, 1].map(part => part * power).find(each => each <= most) ?? power;
        bar.style.setProperty('width', `${length / metresPerPixel}px`);
        text.textContent = distance(length);
    } };
}
