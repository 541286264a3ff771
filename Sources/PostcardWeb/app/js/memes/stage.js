import { h, icon, set } from '../base/dom.js';
import { doubleTaps, follow } from '../base/pointers.js';
import { strings } from '../strings/editor.js';
import { partsOf } from './draft.js';

/** The distance within which boxes snap to lines, and the minimum side of a box, in pixels. */
const [reach, least] = [7, 16];

/**
 * Returns the picture of a meme with the boxes of its parts, which can be moved, resized and rotated by
 * mouse, touch and keyboard.
 *
 * @param {import('./draft.js').Draft} draft
 * @param {{ edit?: (key: string) => void, remove?: (key: string) => void, until: AbortSignal }} options
 *   `edit` is called to edit the text of a part.
 */
export function stage(draft, { edit = () => {}, remove = () => {}, until }) {
    const picture = h('img', { class: 'stage-picture', alt: '', draggable: 'false' });
    const guides = {
        x: h('div', { class: 'stage-guide stage-guide-x', hidden: true }),
        y: h('div', { class: 'stage-guide stage-guide-y', hidden: true }),
    };
    const tail = h('span', {
        class: 'stage-handle stage-tail',
        'aria-hidden': 'true',
        hidden: true,
        data: { drag: 'tail' },
    });
    const boxes = h('div', { class: 'stage-boxes' }, tail);
    const plane = h(
        'div',
        { class: 'stage-plane' },
        picture,
        h('div', { class: 'stage-frame' }, boxes, guides.x, guides.y),
    );
    const frame = /** @type {HTMLElement} */ (boxes.parentElement);
    /** @type {Map<string, HTMLElement>} */
    const shown = new Map();

    const size = () => ({ width: frame.clientWidth || 1, height: frame.clientHeight || 1 });
    const inPixels = (box) => {
        const { width, height } = size();
        return { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height };
    };
    const inFractions = (box) => {
        const { width, height } = size();
        return rounded({
            x: box.x / width,
            y: box.y / height,
            width: box.width / width,
            height: box.height / height,
        });
    };
    const boxOf = (key) => partsOf(draft.meme.peek()).find((part) => part.key === key)?.value;
    const guide = (x, y) => {
        for (const [name, line] of [['x', x], ['y', y]]) {
            guides[name].hidden = line === null;
            if (line !== null) guides[name].style.setProperty('--at', String(line));
        }
    };

    /** What a drag of each part of the stage changes. Each returns a function that receives the drag. */
    const drags = {
        tail(key) {
            const { x, y } = boxOf(key).bubble;
            return ({ dx, dy }) =>
                draft.changePart((part) => {
                    const { width, height } = size();
                    part.bubble = placed({ x: x + dx / width, y: y + dy / height });
                }, 'tail');
        },

        box(key) {
            const start = inPixels(boxOf(key).box);
            let isMoving = false;
            return ({ dx, dy, event }) => {
                if (!isMoving && Math.hypot(dx, dy) < 4) return;
                isMoving = true;
                plane.classList.add('is-dragging');
                const moved = inFractions({ ...start, x: start.x + dx, y: start.y + dy });
                const free = event.altKey || boxOf(key).angle % 90;
                const rest = free
                    ? { box: moved, x: null, y: null }
                    : snapped(moved, { x: reach / size().width, y: reach / size().height });
                guide(rest.x, rest.y);
                draft.changePart(
                    (part) => {
                        part.box = rounded(rest.box);
                    },
                    'move',
                    key,
                );
            };
        },

        handle(key, name) {
            const part = boxOf(key);
            const start = inPixels(part.box);
            return ({ dx, dy }) => {
                plane.classList.add('is-dragging');
                draft.changePart(
                    (part) => {
                        part.box = inFractions(resized(start, name, dx, dy, part.angle ?? 0, least));
                    },
                    'size',
                    key,
                );
            };
        },

        turn(key) {
            const half = isLow(boxOf(key).box) ? 180 : 0;
            const box = inPixels(boxOf(key).box);
            return ({ event }) => {
                plane.classList.add('is-dragging');
                const edge = frame.getBoundingClientRect();
                const angle = angleTo({
                    x: edge.left + box.x + box.width / 2,
                    y: edge.top + box.y + box.height / 2,
                }, { x: event.clientX, y: event.clientY });
                draft.changePart(
                    (part) => {
                        part.angle = (angle + half + 180) % 360 - 180;
                    },
                    'turn',
                    key,
                );
            };
        },
    };

    /** True if there is no space below a box, so its rotation handle is above the box. */
    const isLow = (box) => box.y + box.height > 0.8;

    const isSecond = doubleTaps();
    /** The key of the pressed box; empty on a handle, and on the picture. */
    let pressedBox = '';
    let drag = /** @type {((drag: any) => void) | null} */ (null);
    let pinched = /** @type {{ key: string, part: any } | null} */ (null);
    follow(plane, {
        until,
        began: (event) => {
            const target = /** @type {Element} */ (event.target);
            // Two fingers anywhere on the stage resize and rotate the selected box.
            if (!event.isPrimary) {
                const key = draft.selected.peek();
                const part = key && boxOf(key);
                pinched = part?.box ? { key, part: structuredClone(part) } : null;
                return;
            }
            [drag, pinched, pressedBox] = [null, null, ''];
            const box = /** @type {HTMLElement | null} */ (target.closest('.stage-box'));
            const handle = /** @type {HTMLElement | null} */ (target.closest('.stage-handle'));
            if (!box && !handle) return;
            event.preventDefault();
            const key = box?.dataset.key ?? draft.selected.peek();
            if (!handle) {
                pressedBox = draft.selected.value = key;
                box?.focus({ preventScroll: true });
            }
            drag = drags[handle?.dataset.drag ?? 'box'](key, handle?.dataset.side);
        },
        moved: (moved) => {
            if (!moved.wasPinched) drag?.(moved);
        },
        pinched: ({ scale, turn }) => {
            if (!pinched) return;
            const { key, part: { box, angle = 0 } } = pinched;
            draft.changePart(
                (part) => {
                    part.box = rounded(scaled(box, scale, 0.02));
                    part.angle = Math.round(angle + turn);
                },
                'pinch',
                key,
            );
        },
        ended: ({ event, dx, dy, wasPinched }) => {
            guide(null, null);
            draft.settle();
            plane.classList.remove('is-dragging');
            const isTap = event.type === 'pointerup' && !wasPinched && Math.hypot(dx, dy) < 4;
            if (pressedBox && isTap && isSecond(event)) edit(pressedBox);
        },
    });

    function element(part) {
        const key = part.key;
        return h(
            'div',
            {
                class: 'stage-box',
                tabindex: '0',
                role: 'button',
                'aria-describedby': 'stage-help',
                data: { key },
                onfocus: () => {
                    draft.selected.value = key;
                },
                onkeydown: (event) => pressed(key, event),
            },
            Object.keys(handles).map((name) =>
                h('span', {
                    class: `stage-handle stage-handle-${name}`,
                    'aria-hidden': 'true',
                    data: { drag: 'handle', side: name },
                })
            ),
            h(
                'span',
                { class: 'stage-handle stage-turn', 'aria-hidden': 'true', data: { drag: 'turn' } },
                icon('refresh'),
            ),
        );
    }

    function pressed(key, event) {
        if (event.target !== event.currentTarget) return;
        const step = event.shiftKey ? 0.05 : 0.01;
        const [dx, dy] = {
            ArrowLeft: [-step, 0],
            ArrowRight: [step, 0],
            ArrowUp: [0, -step],
            ArrowDown: [0, step],
        }[event.key] ?? [0, 0];
        if (event.ctrlKey || event.metaKey) return;
        if (dx || dy) {
            draft.changePart(
                (part) => {
                    part.box = rounded(
                        event.altKey
                            ? { ...part.box, width: part.box.width + dx, height: part.box.height + dy }
                            : { ...part.box, x: part.box.x + dx, y: part.box.y + dy },
                    );
                },
                'keys',
                key,
            );
        } else if (event.key === ',' || event.key === '.') {
            draft.changePart(
                (part) => {
                    part.angle = (part.angle ?? 0) + (event.key === '.' ? 5 : -5);
                },
                'keys',
                key,
            );
        } else if (event.key === 'Enter') {
            edit(key);
        } else if (event.key === 'Delete' || event.key === 'Backspace') {
            remove(key);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    return {
        element: plane,

        /** Positions the boxes of the meme's parts, and marks the parts whose text was cut off. */
        arrange(meme, selected, cut) {
            const parts = partsOf(meme).filter((part) => part.isPlaced);
            for (const [key, box] of shown) {
                if (!parts.some((part) => part.key === key)) {
                    box.remove();
                    shown.delete(key);
                }
            }
            const point = parts.find((part) => part.key === selected)?.value.bubble;
            tail.hidden = !point;
            for (const name of ['x', 'y']) tail.style.setProperty(`--${name}`, String(point?.[name]));
            for (const part of parts) {
                const box = shown.get(part.key) ?? element(part);
                if (!shown.has(part.key)) {
                    shown.set(part.key, box);
                    boxes.append(box);
                }
                const { x, y, width, height } = part.value.box;
                for (
                    const [name, value] of Object.entries({
                        x,
                        y,
                        width,
                        height,
                        angle: part.value.angle ?? 0,
                    })
                ) box.style.setProperty(`--${name}`, String(value));
                const percent = (value) => Math.round(value * 100);
                set(box, {
                    'aria-pressed': part.key === selected ? 'true' : 'false',
                    'aria-label': strings.part(
                        part.name,
                        part.value.text,
                        ...[x, y, width, height].map(percent),
                    ),
                });
                box.classList.toggle('is-selected', part.key === selected);
                box.classList.toggle('is-cut', cut.includes(part.key));
                box.classList.toggle('is-low', isLow(part.value.box));
            }
        },

        /** Shows a preview. */
        async show(blob, text, where) {
            const url = URL.createObjectURL(blob);
            const old = picture.src;
            const next = new Image();
            next.src = url;
            try {
                await next.decode();
            } catch {
                URL.revokeObjectURL(url);
                return;
            }
            const place = where(next.naturalWidth, next.naturalHeight);
            picture.src = url;
            picture.alt = text;
            set(picture, { width: next.naturalWidth, height: next.naturalHeight });
            plane.parentElement?.style.setProperty(
                '--aspect',
                String(next.naturalWidth / next.naturalHeight),
            );
            for (const [name, value] of Object.entries(place)) {
                frame.style.setProperty(`--frame-${name}`, String(value));
            }
            if (old.startsWith('blob:')) URL.revokeObjectURL(old);
        },
    };
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Rectangle In pixels of the stage, or in fractions of the picture. */

/** The eight handles and their positions: -1 left or top, 0 center, 1 right or bottom. */
export const handles = {
    nw: [-1, -1],
    n: [0, -1],
    ne: [1, -1],
    e: [1, 0],
    se: [1, 1],
    s: [0, 1],
    sw: [-1, 1],
    w: [-1, 0],
};

const turned = (x, y, degrees) => {
    const [cos, sin] = [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
    return [x * cos - y * sin, x * sin + y * cos];
};

/**
 * Returns a rectangle after one of its handles was dragged. The opposite edge or corner stays fixed, even if the
 * rectangle is rotated.
 *
 * @param {Rectangle} box
 * @param {keyof handles} handle
 * @param {number} dx The horizontal distance of the drag, in the same unit as the rectangle.
 * @param {number} dy
 * @param {number} angle The rotation of the rectangle around its center, in degrees clockwise.
 * @param {number} minimum The minimum length of each side.
 * @returns {Rectangle}
 */
export function resized(box, handle, dx, dy, angle, minimum) {
    const [sideX, sideY] = handles[handle];
    const [localX, localY] = turned(dx, dy, -angle);
    const width = sideX ? Math.max(minimum, box.width + sideX * localX) : box.width;
    const height = sideY ? Math.max(minimum, box.height + sideY * localY) : box.height;
    const [shiftX, shiftY] = turned(
        sideX * (width - box.width) / 2,
        sideY * (height - box.height) / 2,
        angle,
    );
    return {
        x: box.x + box.width / 2 + shiftX - width / 2,
        y: box.y + box.height / 2 + shiftY - height / 2,
        width,
        height,
    };
}

/** Returns a rectangle scaled around its center. */
export function scaled(box, factor, minimum) {
    const [width, height] = [Math.max(minimum, box.width * factor), Math.max(minimum, box.height * factor)];
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}

/**
 * Returns the angle of a line from the center to a point, -180 to 180 degrees; 0 is straight down, where the
 * rotation handle is. The angle snaps to multiples of 15.
 */
function angleTo(middle, point) {
    const degrees = Math.atan2(-(point.x - middle.x), point.y - middle.y) * 180 / Math.PI;
    const round = Math.round(degrees / 15) * 15;
    return Math.abs(degrees - round) < 4 ? round : Math.round(degrees);
}

/** The lines that boxes snap to, in fractions: edges, margins of 2%, thirds, and the center. */
const lines = [0, 0.02, 1 / 3, 0.5, 2 / 3, 0.98, 1];

/**
 * Snaps the edges or center of a moved box to a nearby line.
 *
 * @param {Rectangle} box The box in fractions.
 * @param {{ x: number, y: number }} reach The snap distance, in fractions.
 * @returns {{ box: Rectangle, x: number | null, y: number | null }} `x` and `y` are the lines that the box snapped
 *   to.
 */
function snapped(box, reach) {
    const best = (start, length, within) => {
        let found = { shift: 0, line: /** @type {number | null} */ (null) };
        let nearest = within;
        for (const line of lines) {
            for (const part of [0, 0.5, 1]) {
                const shift = line - (start + length * part);
                if (Math.abs(shift) < nearest) [nearest, found] = [Math.abs(shift), { shift, line }];
            }
        }
        return found;
    };
    const [x, y] = [best(box.x, box.width, reach.x), best(box.y, box.height, reach.y)];
    return { box: { ...box, x: box.x + x.shift, y: box.y + y.shift }, x: x.line, y: y.line };
}

const within = (value, low, high) => Math.round(Math.min(high, Math.max(low, value)) * 10_000) / 10_000;

/** Returns a point within the service's limits, with no more digits than a pixel needs. */
export const placed = ({ x, y }) => ({ x: within(x, -10, 10), y: within(y, -10, 10) });

/** Returns a box within the service's limits, with no more digits than a pixel needs. */
export function rounded(box) {
    return {
        x: within(box.x, -10, 10),
        y: within(box.y, -10, 10),
        width: within(box.width, 0.01, 20),
        height: within(box.height, 0.01, 20),
    };
}

/**
 * Returns the position of the base image in the picture of a meme, in fractions. Surrounds, and captions above or
 * below the image, make the picture larger.
 *
 * @param {any} meme
 * @param {{ width: number, height: number }} shown The size of the meme's picture.
 * @param {{ width: number, height: number }} base The size of the base image, in the same pixels.
 * @param {Rectangle} [reported] The position reported by the service, in pixels of the meme's picture.
 * @returns {Rectangle}
 */
export function baseFrame(meme, shown, base, reported) {
    const frame = reported ?? (() => {
        if (!meme.surround && !meme.above?.length && !meme.below?.length) return { x: 0, y: 0, ...shown };
        const side = Math.max(0, (shown.width - base.width) / 2);
        return {
            x: side,
            y: meme.above?.length ? Math.max(0, shown.height - side - base.height) : side,
            width: base.width,
            height: base.height,
        };
    })();
    return {
        x: frame.x / shown.width,
        y: frame.y / shown.height,
        width: frame.width / shown.width,
        height: frame.height / shown.height,
    };
}
