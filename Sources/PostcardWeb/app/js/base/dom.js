/** @typedef {Node | string | number | false | null | undefined | unknown[]} Child Lists are flattened. */

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * Returns an element with properties and children. Strings become text nodes, never markup.
 *
 * A property that starts with `on` is an event listener. `class` may be a list; falsy items are ignored. `style` is
 * an object of CSS properties, and `data` is an object of data attributes. `true` sets an attribute, and `false`
 * omits it. Everything else is an attribute. A button submits its form only if its `type` is `submit`.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, any> | null} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(name, properties, ...children) {
    const element = document.createElement(name);
    if (name === 'button') element.setAttribute('type', 'button');
    set(element, properties);
    element.append(...nodes(children));
    return element;
}

/** Returns an SVG element, like `h`. */
export function svg(name, properties, ...children) {
    const element = document.createElementNS(svgNamespace, name);
    set(element, properties);
    element.append(...nodes(children));
    return element;
}

/**
 * Sets properties as `h` does.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, any> | null} [properties]
 */
export function set(element, properties) {
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (value === undefined || value === null) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2).toLowerCase(), value);
        else if (name === 'class') element.setAttribute('class', [value].flat().filter(Boolean).join(' '));
        else if (name === 'style') {
            for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
        } else if (name === 'data') Object.assign(element.dataset, value);
        else if (name === 'value') /** @type {HTMLInputElement} */ (element).value = value;
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false || name.startsWith('aria-')) element.setAttribute(name, String(value));
    }
}

/**
 * Returns children as nodes, without empty ones.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function nodes(children) {
    return children.flat(Infinity).filter((child) =>
        child !== null && child !== undefined && child !== false && child !== ''
    )
        .map((child) => child instanceof Node ? child : String(child));
}

/**
 * Replaces the contents of an element, unless they are the same. The focused element, or the new one with its key, keeps
 * the focus.
 */
export function fill(element, ...children) {
    const wanted = nodes(children);
    const before = element.childNodes;
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const isInside = element.contains(focused);
    if (wanted.length !== before.length || wanted.some((node, at) => node !== before[at])) {
        element.replaceChildren(...wanted);
    }
    if (isInside && focused !== document.activeElement) {
        const { key } = focused.dataset;
        const next = focused.isConnected ? focused : element.querySelector(`[data-key="${key}"]`);
        next?.focus({ preventScroll: true });
    }
    return element;
}

let lastNumber = 0;

/** Returns an id for an element that a label or description refers to. */
export function freshID(prefix = 'x') {
    lastNumber += 1;
    return `${prefix}-${lastNumber}`;
}

/** Icons of 24 × 24 units, drawn for this app: strokes of 1.8 units with round ends. */
const outlines = {
    map: 'M12 21s-6.5-5.7-6.5-11a6.5 6.5 0 0 1 13 0c0 5.3-6.5 11-6.5 11z M12 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8z',
    journal:
        'M6 3.5h11.5v17H6a1.5 1.5 0 0 1-1.5-1.5V5A1.5 1.5 0 0 1 6 3.5z M8.5 3.5v17 M11.5 8h3.5 M11.5 11.5h3.5',
    entry: 'M4.5 19.5l.9-4.2L16 4.7a1.7 1.7 0 0 1 2.4 0l.9.9a1.7 1.7 0 0 1 0 2.4L8.7 18.6z M14 6.7l3.3 3.3',
    meme: 'M4 4.5h16v15H4z M8.8 9.2v.1 M15.2 9.2v.1 M8 13.2c1 2 2.4 2.9 4 2.9s3-.9 4-2.9',
    settings:
        'M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z M12 3v2.6 M12 18.4V21 M3 12h2.6 M18.4 12H21 M5.6 5.6l1.9 1.9 M16.5 16.5l1.9 1.9 M18.4 5.6l-1.9 1.9 M7.5 16.5l-1.9 1.9',
    trash: 'M4.5 6.5h15 M9.5 6.2V4h5v2.2 M6.5 6.8l.8 13.2h9.4l.8-13.2 M10.2 10.3l.3 6.2 M13.8 10.3l-.3 6.2',
    bubble: 'M4 5h16v11h-8.5L7 20v-4H4z',
    crop: 'M7 3v14h14 M3 7h14v14',
    plus: 'M12 5v14 M5 12h14',
    minus: 'M5 12h14',
    close: 'M6 6l12 12 M18 6L6 18',
    check: 'M5 12.8l4.6 4.4L19 7.4',
    back: 'M14.5 5.5L8 12l6.5 6.5',
    next: 'M9.5 5.5L16 12l-6.5 6.5',
    more: 'M5.5 12v.1 M12 12v.1 M18.5 12v.1',
    share: 'M12 14.5v-11 M8 7l4-4 4 4 M6.5 11H5v9.5h14V11h-1.5',
    download: 'M12 4v11 M7.5 10.8L12 15.3l4.5-4.5 M5 20h14',
    copy: 'M9 9h10.5v10.5H9z M15 9V4.5H4.5V15H9',
    play: 'M8 5.5v13l10.5-6.5z',
    info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z M12 11v5.2 M12 7.8v.1',
    search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12z M15 15l5 5',
    undo: 'M8.5 5L4.5 9l4 4 M5 9h9a5 5 0 0 1 0 10h-4',
    redo: 'M15.5 5l4 4-4 4 M19 9h-9a5 5 0 0 0 0 10h4',
    refresh: 'M19 12a7 7 0 1 1-2.2-5.1 M19.5 4v4.5H15',
    restore: 'M5 12a7 7 0 1 0 2.2-5.1 M4.5 4v4.5H9 M12 8.5V12l2.6 1.6',
    link:
        'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2 M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
    locate: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z M12 3v4 M12 17v4 M3 12h4 M17 12h4',
    wide: 'M4.5 9V4.5H9 M15 4.5h4.5V9 M19.5 15v4.5H15 M9 19.5H4.5V15',
    image: 'M4 5h16v14H4z M4.5 16.5l4.5-5 4 4.5 2.8-2.8 4 4 M15.5 8.7a1.2 1.2 0 1 0 0 .1',
    camera: 'M4 8h3.8l1.5-2.5h5.4L16.2 8H20v11H4z M12 10.2a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
    video: 'M3.5 7h11.5v10H3.5z M15 10.7l5.5-3v8.6l-5.5-3z',
    note: 'M5 4h14v11.5L14.5 20H5z M19 15.5h-4.5V20 M8.2 8.5h7.6 M8.2 12h5',
    select: 'M12 3.8a8.2 8.2 0 1 0 0 16.4 8.2 8.2 0 0 0 0-16.4z M8.3 12.4l2.6 2.5 4.8-5.2',
    sweep:
        'M13.5 4l-2.8 7.5 M7.3 10.4l7 2.6-1.4 6.5H5.5c1.5-2.7 1.8-5.9 1.8-9.1z M9.5 19.3l.8-3 M18 15.5h2.5 M17.5 19h3',
    pin: 'M12 21s-6.5-5.7-6.5-11a6.5 6.5 0 0 1 13 0c0 5.3-6.5 11-6.5 11z',
    text: 'M5 7V5h14v2 M12 5v14 M9.5 19h5',
    signout: 'M13.5 4.5h-8v15h8 M10 12h10 M16.5 8.5L20 12l-3.5 3.5',
    keyboard: 'M3.5 6.5h17v11h-17z M7 10v.1 M10.3 10v.1 M13.7 10v.1 M17 10v.1 M8 14h8',
};

/**
 * Returns an icon. The icon is hidden from screen readers, because its control has a name.
 *
 * @param {string} name The name of one of the outlines above.
 */
export function icon(name) {
    return svg('svg', {
        class: 'icon',
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        'aria-hidden': 'true',
        focusable: 'false',
    }, svg('path', { d: outlines[name] ?? outlines.info }));
}

/** Returns a button with an icon. The button's name is its tooltip and its text for screen readers. */
export const iconButton = (name, picture, run, more = '') =>
    h(
        'button',
        { class: ['icon-button', more], 'aria-label': name, title: name, onclick: run },
        icon(picture),
    );

/** Returns text in which URLs are links. */
export const linked = (text) =>
    text.split(/(https?:\/\/[^\s)]+[^\s).,;])/).map((part, at) =>
        at % 2
            ? h(
                'a',
                { href: part, target: '_blank', rel: 'noopener noreferrer' },
                part.replace(/^https?:\/\/(www\.)?/, ''),
            )
            : part
    );

/**
 * Returns a hidden input. A click on it opens the file picker, or the camera of a phone, and calls `take` with the
 * chosen files.
 *
 * @param {string} accept
 * @param {(files: File[]) => void} take
 * @param {{ usesCamera?: boolean, isMultiple?: boolean }} options
 */
export function fileInput(accept, take, { usesCamera = false, isMultiple = !usesCamera } = {}) {
    const input = h('input', {
        type: 'file',
        accept,
        multiple: isMultiple,
        capture: usesCamera ? 'environment' : null,
        hidden: true,
        onchange: () => {
            if (input.files?.length) take([...input.files]);
            input.value = '';
        },
    });
    return input;
}

/** Opens the file picker. Its input stays in the page until the next one, since Safari may forget other inputs. */
export function chooseFiles(accept, take, options = {}) {
    document.querySelector('body > [type=file]')?.remove();
    const input = fileInput(accept, take, options);
    document.body.append(input);
    input.click();
}
