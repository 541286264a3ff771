import { rounded, scaled } from './geometry.js';

/**
 * Two fingers anywhere on the stage make the selected box larger or smaller and turn it.
 *
 * @param {HTMLElement} plane
 * @param {import('./draft.js').Draft} draft
 * @param {{ partOf: (key: string) => any }} options
 * @returns {() => boolean} Whether two fingers are on it.
 */
export function twoFingers(plane, draft, { partOf }) {
    const pointers = new Map();
    let pinch = /** @type {{ length: number, angle: number, key: string, part: any } | null} */ (null);

    const line = () => {
        const [one, other] = [...pointers.values()];
        const [x, y] = [other.x - one.x, other.y - one.y];
        return { length: Math.hypot(x, y), angle: Math.atan2(y, x) * 180 / Math.PI };
    };
    const put = event => pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });

    plane.addEventListener('pointerdown', event => {
        put(event);
        const key = draft.selected.peek();
        const part = key && partOf(key);
        if (pointers.size === 2 && part?.box) pinch = { ...line(), key, part: structuredClone(part) };
    }, { capture: true });
    plane.addEventListener('pointermove', event => {
        if (!pointers.has(event.pointerId)) return;
        put(event);
        if (!pinch || pointers.size !== 2) return;
        const [start, now] = [pinch, line()];
        draft.changePart(part => {
            part.box = rounded(scaled(start.part.box, now.length / Math.max(1, start.length), 0.02));
            part.angle = Math.round((start.part.angle ?? 0) + now.angle - start.angle);
        }, 'pinch', start.key);
    }, { capture: true });
    for (const name of ['pointerup', 'pointercancel']) {
        plane.addEventListener(name, event => {
            pointers.delete(event.pointerId);
            if (!pinch || pointers.size > 1) return;
            pinch = null;
            draft.settle();
        }, { capture: true });
    }
    return () => pinch !== null;
}
