/**
 * Handles touch, mouse and wheel on the map: drag with inertia, pinch, wheel, double tap.
 *
 * @param {HTMLElement} element An element with `touch-action: none`.
 * @param {{ panned(dx: number, dy: number): void, zoomed(factor: number, x: number, y: number): void,
 *   stepped(factor: number, x: number, y: number): void, settled(): void }} map `panned` and `zoomed` apply at once;
 *   `stepped` is animated; positions are in CSS pixels from the element's corner.
 * @param {AbortSignal} until
 * @returns {{ cancel(): void }} `cancel` ends all gestures.
 */
export function follow(element, map, until) {
    /** @type {Map<number, { x: number, y: number }>} */
    const fingers = new Map();
    let velocity = { x: 0, y: 0, time: 0 };
    let start = { x: 0, y: 0 };
    let isMoving = false;
    let lastTap = { x: 0, y: 0, time: 0 };
    let frame = 0;
    let dragged = -1000;
    const place = (event) => {
        const box = element.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const glide = () => {
        let last = performance.now();
        const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
        if (isReduced || Math.hypot(velocity.x, velocity.y) < 0.05) return map.settled();
        const step = (now) => {
            const passed = Math.min(40, now - last);
            last = now;
            map.panned(velocity.x * passed, velocity.y * passed);
            // The velocity decays by this factor per millisecond.
            const rest = 0.995 ** passed;
            velocity = { ...velocity, x: velocity.x * rest, y: velocity.y * rest };
            if (Math.hypot(velocity.x, velocity.y) > 0.02) frame = requestAnimationFrame(step);
            else map.settled();
        };
        frame = requestAnimationFrame(step);
    };
    const cancel = () => {
        cancelAnimationFrame(frame);
        fingers.clear();
        isMoving = false;
        element.classList.remove('is-dragged');
    };
    until.addEventListener('abort', cancel);

    element.addEventListener('pointerdown', (event) => {
        if (
            event.button !== 0 ||
            (event.target instanceof Element && event.target.closest('.map-controls, .map-panel'))
        ) return;
        cancelAnimationFrame(frame);
        if (fingers.size === 0) {
            isMoving = false;
            velocity = { x: 0, y: 0, time: event.timeStamp };
            start = place(event);
        }
        if (fingers.size < 2) fingers.set(event.pointerId, place(event));
    }, { signal: until });

    element.addEventListener('pointermove', (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const now = place(event);
        if (!isMoving) {
            if (fingers.size === 1 && Math.hypot(now.x - start.x, now.y - start.y) < 5) return;
            isMoving = true;
            element.classList.add('is-dragged');
            for (const id of fingers.keys()) element.setPointerCapture(id);
        }
        const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
        fingers.set(event.pointerId, now);
        if (other) {
            const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
            map.panned((now.x - before.x) / 2, (now.y - before.y) / 2);
            const distance = Math.hypot(before.x - other.x, before.y - other.y);
            if (distance > 1) {
                map.zoomed(Math.hypot(now.x - other.x, now.y - other.y) / distance, middle.x, middle.y);
            }
            velocity = { x: 0, y: 0, time: event.timeStamp };
        } else {
            map.panned(now.x - before.x, now.y - before.y);
            const passed = Math.max(1, event.timeStamp - velocity.time);
            const share = Math.min(1, passed / 60);
            velocity = {
                x: velocity.x * (1 - share) + (now.x - before.x) / passed * share,
                y: velocity.y * (1 - share) + (now.y - before.y) / passed * share,
                time: event.timeStamp,
            };
        }
    }, { signal: until });

    const lifted = (event) => {
        if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
        element.classList.remove('is-dragged');
        const now = place(event);
        if (isMoving) {
            if (event.timeStamp - velocity.time > 80) velocity = { x: 0, y: 0, time: 0 };
            // A drag must not click, even if a pin was under the finger.
            dragged = event.timeStamp;
            setTimeout(() => {
                isMoving = false;
            }, 0);
            glide();
        } else if (event.target instanceof Element && !event.target.closest('button, a')) {
            const isSecond = event.timeStamp - lastTap.time < 350 &&
                Math.hypot(now.x - lastTap.x, now.y - lastTap.y) < 30;
            lastTap = { ...now, time: isSecond ? 0 : event.timeStamp };
            if (isSecond) map.stepped(2, now.x, now.y);
        }
    };
    element.addEventListener('pointerup', lifted, { signal: until });
    element.addEventListener('pointercancel', lifted, { signal: until });

    element.addEventListener('click', (event) => {
        if (event.timeStamp - dragged > 80) return;
        event.preventDefault();
        event.stopImmediatePropagation();
    }, { signal: until, capture: true });

    element.addEventListener('wheel', (event) => {
        if (event.target instanceof Element && event.target.closest('.map-panel')) return;
        event.preventDefault();
        cancelAnimationFrame(frame);
        // One wheel notch is about half a zoom level. A pinch on a trackpad arrives as Ctrl with small deltas.
        const pixels = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
        const { x, y } = place(event);
        map.zoomed(2 ** (-Math.max(-240, Math.min(240, pixels)) / (event.ctrlKey ? 90 : 190)), x, y);
        map.settled();
    }, { signal: until, passive: false });
    return { cancel };
}
