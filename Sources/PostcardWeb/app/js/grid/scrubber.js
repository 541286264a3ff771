import { h, set } from '../base/dom.js';

/** How much longer than its view a grid is that has a handle. */
const worthwhile = 3;

/**
 * A handle at the edge of a long grid: it tells the month in view, and goes to others.
 *
 * @param {import('./photo-grid.js').PhotoGrid} grid One that scrolls down, with sections.
 * @param {AbortSignal} until
 * @returns {{ element: HTMLElement, update: () => void }} `update` is called when the grid has other
 *   pictures.
 */
export function scrubber(grid, until) {
    const bubble = h('span', { class: 'scrubber-month' });
    const handle = h('div', {
        class: 'scrubber-handle',
        role: 'slider',
        tabindex: '0',
        'aria-label': 'Month',
        'aria-orientation': 'vertical',
        'aria-valuemin': 0,
        'aria-valuemax': 100,
    }, bubble);
    const years = h('div', { class: 'scrubber-years', 'aria-hidden': 'true' });
    const track = h('div', { class: 'scrubber-track' }, years, handle);
    const element = h('div', { class: 'scrubber', hidden: true }, track);
    let timer = 0;
    let isHeld = false;

    function move() {
        const text = grid.sectionInView;
        if (bubble.textContent !== text) bubble.textContent = text;
        set(handle, { 'aria-valuenow': Math.round(100 * grid.part), 'aria-valuetext': text });
        handle.style.setProperty('top', `${100 * grid.part}%`);
    }

    /** Stays in sight for a while. */
    function show() {
        element.classList.add('is-shown');
        clearTimeout(timer);
        if (!isHeld) timer = setTimeout(() => element.classList.remove('is-shown'), 1500);
    }

    function update() {
        element.hidden = grid.isHorizontal || grid.layout.length < worthwhile * grid.range.extent;
        if (element.hidden) return;
        const room = 22 / (track.clientHeight || innerHeight);
        let last = -1;
        years.replaceChildren(
            ...grid.sections((item) => item.date?.slice(0, 4) ?? '').filter(({ text, part }) => {
                const isClear = text && part - last > room;
                if (isClear) last = part;
                return isClear;
            }).map(({ text, part }) => h('span', { style: { top: `${100 * part}%` } }, text)),
        );
        move();
    }

    const follow = (event) => {
        const box = track.getBoundingClientRect();
        grid.part = Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
    };
    track.addEventListener('pointerdown', (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        isHeld = true;
        track.setPointerCapture(event.pointerId);
        element.classList.add('is-held');
        follow(event);
        show();
    });
    track.addEventListener('pointermove', (event) => {
        if (isHeld) follow(event);
    });
    for (const name of ['pointerup', 'pointercancel']) {
        track.addEventListener(name, () => {
            isHeld = false;
            element.classList.remove('is-held');
            show();
        });
    }
    handle.addEventListener('keydown', (event) => {
        const step = {
            ArrowDown: 1,
            ArrowUp: -1,
            PageDown: 12,
            PageUp: -12,
            End: Infinity,
            Home: -Infinity,
        }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        grid.goBySections(step);
    });
    grid.scroller.addEventListener('scroll', () => {
        if (!element.hidden) {
            move();
            show();
        }
    }, { passive: true, signal: until });
    new ResizeObserver((_, watcher) => {
        if (until.aborted) watcher.disconnect();
        else update();
    }).observe(grid.element);
    return { element, update };
}
