/** @typedef {Node | string | number | false | null | undefined | unknown[]} Child Lists have children too. */

const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * An element with properties and children; texts become text nodes, never markup.
 *
 * A property that begins with `on` is an event listener, `class` may be a list with false parts, `style` is an object of CSS properties,
 * `data` one of data attributes; `true` and `false` set and leave out an attribute. Everything else is an attribute. A button sends no form
 * unless its `type` says so.
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

/** An SVG element; as `h`. */
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
        else if (name === 'style') for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
        else if (name === 'data') Object.assign(element.dataset, value);
        else if (name === 'value') /** @type {HTMLInputElement} */ (element).value = value;
        else if (value === true) element.setAttribute(name, '');
        else if (value !== false || name.startsWith('aria-')) element.setAttribute(name, String(value));
    }
}

/**
 * The nodes of children, without the empty ones.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function nodes(children) {
    return children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false && child !== '')
        .map(child => child instanceof Node ? child : String(child));
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
    element.replaceChildren(...nodes(children));
    return element;
}

let lastNumber = 0;

/** An id for an element that a label or a description names. */
export function freshID(prefix = 'x') {
    lastNumber += 1;
    return `${prefix}-${lastNumber}`;
}
