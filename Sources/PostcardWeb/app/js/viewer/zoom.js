/**
 * Lets a picture be zoomed and moved: pinch, double tap, wheel, drag; and tells swipes of a picture that fills the view.
 *
 * @param {HTMLElement} stage What takes the pointers, with `touch-action: none`.
 * @param {() => HTMLElement | null} target What is zoomed.
 * @param {{ until: AbortSignal, swiped: (step: -1 | 1) => void, dragged: (dx: number, dy: number) => void, released: () => void, dismissed:
 *   () => void, tapped: (event: PointerEvent) => void }} options `dragged` follows a finger that may become a swipe, `released` puts back
 *   what was dragged.
 * @returns {{ reset: () => void, by: (factor: number) => void, isZoomed: () => boolean }}
 */
export function zoomable(stage, target, { until, swiped, dragged, released, dismissed, tapped }) {
    const most = 8;
    const fingers = new Map();
    let view = { scale: 1, x: 0, y: 0 };
    let start = { x: 0, y: 0, time: 0 };
    let axis = '';
    let wasPinched = false;
    let lastTap = { time: 0, x: 0, y: 0 };
    const apply = isSmooth => {
        const element = target();
        if (!element) return;
        element.classList.toggle('is-moving', !isSmooth);
        element.style.setProperty('transform', view.scale === 1 ? 'none' : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`);
        stage.toggleAttribute('data-zoomed', view.scale > 1);
    };
    const bound = () => {
        const element = target();
        if (!element) return;
        const [mostX, mostY] = [Math.max(0, (element.offsetWidth * view.scale - stage.clientWidth) / 2),
            Math.max(0, (element.offsetHeight * view.scale - stage.clientHeight) / 2)];
        view.x = Math.max(-mostX, Math.min(mostX, view.x));
        view.y = Math.max(-mostY, Math.min(mostY, view.y));
    };
    const scaleTo = (scale, at, isSmooth = false) => {
        const next = Math.max(1, Math.min(most, scale));
        const box = stage.getBoundingClientRect();
        const [dx, dy] = [at.x - box.left - box.width / 2, at.y - box.top - box.height / 2];
        const rest = next / view.scale;
        view = { scale: next, x: dx - (dx - view.x) * rest, y: dy - (dy - view.y) * rest };
        if (next === 1) view = { scale: 1, x: 0, y: 0 };
        bound();
        apply(isSmooth);
    };
    const center = () => { const box = stage.getBoundingClientRect(); return { x: box.left + box.width / 2,
        y: box.top + box.height / 2 }; };
    const reset = () => { view = { scale: 1, x: 0, y: 0 }; apply(false); };

    stage.addEventListener('pointerdown', event => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, a, video, .card-back'))) return;
        stage.setPointerCapture(event.pointerId);
        if (fingers.size < 2) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (fingers.size === 1) { start = { x: event.clientX, y: event.clientY, time: event.timeStamp }; axis = ''; wasPinched = false; }
        else wasPinched = true;
    }, { signal: until });
    stage.addEventListener('pointermove', event => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        fingers.set(event.pointerId, now);
        if (other) {
            const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
            view.x += (now.x - before.x) / 2;
            view.y += (now.y - before.y) / 2;
            scaleTo(view.scale * Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1,
                Math.hypot(before.x - other.x, before.y - other.y)), middle);
        } else if (view.scale > 1) {
            view.x += now.x - before.x;
            view.y += now.y - before.y;
            bound();
            apply(false);
        } else if (!wasPinched) {
            const [dx, dy] = [now.x - start.x, now.y - start.y];
            if (!axis && Math.hypot(dx, dy) > 8) axis = Math.abs(dx) > Math.abs(dy) ? 'x' : 'y';
            if (axis) dragged(axis === 'x' ? dx : 0, axis === 'y' ? dy : 0);
        }
    }, { signal: until });
    const lifted = event => {
        if (!fingers.delete(event.pointerId) || fingers.size) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        const speed = axis === 'x' ? dx / Math.max(1, event.timeStamp - start.time) : dy / Math.max(1, event.timeStamp - start.time);
        if (view.scale > 1 || wasPinched) return;
        if (event.type === 'pointercancel') return released();
        // Half a pixel a millisecond, or half of the view.
        if (axis === 'x' && (Math.abs(speed) >= 0.5 || Math.abs(dx) > stage.clientWidth / 2)) return swiped(dx < 0 ? 1 : -1);
        if (axis === 'y' && dy > 0 && (speed >= 0.5 || dy > stage.clientHeight * 0.4 / 3 * 2)) return dismissed();
        if (axis) return released();
        const isSecond = event.timeStamp - lastTap.time < 300 && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
        lastTap = { time: isSecond ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
        if (isSecond) scaleTo(2.5, { x: event.clientX, y: event.clientY }, true);
        else tapped(event);
    };
    stage.addEventListener('pointerup', event => {
        // A second tap of a zoomed picture shows all of it again.
        const isSecond = view.scale > 1 && !wasPinched && Math.hypot(event.clientX - start.x, event.clientY - start.y) < 8;
        if (isSecond && event.timeStamp - lastTap.time < 300) { reset(); apply(true); lastTap.time = 0; } else if (isSecond) lastTap = { time: event.timeStamp, x: event.clientX, y: event.clientY };
        lifted(event);
    }, { signal: until });
    stage.addEventListener('pointercancel', lifted, { signal: until });
    stage.addEventListener('wheel', event => {
        event.preventDefault();
        scaleTo(view.scale * 2 ** (-Math.max(-200, Math.min(200, event.deltaY)) / (event.ctrlKey ? 80 : 240)),
            { x: event.clientX, y: event.clientY });
    }, { signal: until, passive: false });
    return { reset, by: factor => scaleTo(view.scale * factor, center(), true), isZoomed: () => view.scale > 1 };
}
