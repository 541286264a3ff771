import { doubleTaps, follow, wheelFactor } from '../base/pointers.js';

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
export function gestures(element, map, until) {
    const still = { x: 0, y: 0, time: 0 };
    let velocity = still;
    let frame = 0;
    const isSecond = doubleTaps();
    const place = (x, y) => {
        const box = element.getBoundingClientRect();
        return /** @type {const} */ ([x - box.left, y - box.top]);
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
    const fingers = follow(element, {
        until,
        slack: 5,
        began: ({ target, timeStamp }) => {
            if (target instanceof Element && target.closest('.map-controls, .map-panel')) return false;
            cancelAnimationFrame(frame);
            velocity = { ...still, time: timeStamp };
        },
        moved: ({ event, stepX, stepY }) => {
            element.classList.add('is-dragged');
            map.panned(stepX, stepY);
            const passed = Math.max(1, event.timeStamp - velocity.time);
            const share = Math.min(1, passed / 60);
            velocity = {
                x: velocity.x * (1 - share) + stepX / passed * share,
                y: velocity.y * (1 - share) + stepY / passed * share,
                time: event.timeStamp,
            };
        },
        pinched: ({ x, y, stepX, stepY, factor }) => {
            element.classList.add('is-dragged');
            map.panned(stepX, stepY);
            map.zoomed(factor, ...place(x, y));
            velocity = still;
        },
        ended: ({ event, isMoving, wasPinched }) => {
            element.classList.remove('is-dragged');
            if (isMoving) {
                if (event.timeStamp - velocity.time > 80) velocity = still;
                glide();
            } else if (
                !wasPinched && event.target instanceof Element && !event.target.closest('button, a') &&
                isSecond(event)
            ) map.stepped(2, ...place(event.clientX, event.clientY));
        },
    });
    const cancel = () => {
        cancelAnimationFrame(frame);
        fingers.cancel();
        element.classList.remove('is-dragged');
    };
    until.addEventListener('abort', cancel);

    element.addEventListener('wheel', (event) => {
        if (event.target instanceof Element && event.target.closest('.map-panel')) return;
        event.preventDefault();
        cancelAnimationFrame(frame);
        map.zoomed(wheelFactor(event), ...place(event.clientX, event.clientY));
        map.settled();
    }, { signal: until, passive: false });
    return { cancel };
}
