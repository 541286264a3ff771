import { h } from '../base/dom.js';
import { picture } from '../base/pictures.js';

/**
 * Shows a larger view beside a tile that the mouse rests on.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid
 * @param {AbortSignal} until
 */
export function peekOnHover(grid, until) {
    if (!matchMedia('(hover: hover) and (pointer: fine)').matches) return;
    let timer = 0;
    let shown = /** @type {HTMLElement | null} */ (null);
    const hide = () => { clearTimeout(timer); shown?.remove(); shown = null; };
    let under = /** @type {Element | null} */ (null);
    // Not `pointerover`: a tile that comes under a mouse that rests is not pointed at.
    grid.element.addEventListener('pointermove', event => {
        const link = event.target instanceof Element ? event.target.closest('.tile') : null;
        if (link === under) return;
        under = link;
        const item = link && event.pointerType === 'mouse' && !event.buttons ? grid.itemOf(link) : null;
        hide();
        if (!item || item.isPending || grid.selected.size) return;
        timer = setTimeout(() => {
            const box = link.getBoundingClientRect();
            const scale = Math.min(innerWidth * 0.42 / item.width, innerHeight * 0.62 / item.height, 2.4 * box.width / item.width);
            const [width, height] = [item.width * scale, item.height * scale];
            if (width < box.width * 1.15) return;
            shown = h('img', { class: 'hover-peek', alt: '', src: picture(item.path, item.blob, width), 'aria-hidden': 'true' });
            const left = box.right + 8 + width <= innerWidth ? box.right + 8 : box.left - 8 - width >= 0 ? box.left - 8 - width
                : Math.max(8, Math.min(innerWidth - width - 8, box.left + (box.width - width) / 2));
            const top = Math.max(8, Math.min(innerHeight - height - 8, box.top + (box.height - height) / 2));
            for (const [name, value] of Object.entries({ left, top, width, height })) shown.style.setProperty(name, `${value}px`);
            document.body.append(shown);
        }, 350);
    }, { signal: until });
    grid.element.addEventListener('pointerleave', () => { under = null; }, { signal: until });
    for (const name of ['pointerleave', 'pointerdown', 'click', 'keydown']) grid.element.addEventListener(name, hide, { signal: until });
    document.addEventListener('scroll', hide, { capture: true, passive: true, signal: until });
    until.addEventListener('abort', hide);
}
