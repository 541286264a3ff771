import { freshID, h } from '../base/dom.js';

/** Returns a number field with a label and unit; `change` receives only numbers. */
export function numberField({ label, unit, value, change, minimum, maximum, step = 1 }) {
    const id = freshID('number');
    const input = h('input', {
        id,
        class: 'input',
        type: 'number',
        inputmode: 'decimal',
        min: minimum,
        max: maximum,
        step,
        value: String(value),
        oninput: () => {
            const number = input.valueAsNumber;
            if (Number.isFinite(number)) change(Math.min(maximum, Math.max(minimum, number)));
        },
    });
    return h(
        'div',
        { class: 'number' },
        h('label', { for: id }, label, h('span', { class: 'soft' }, ` ${unit}`)),
        input,
    );
}

/** Returns options side by side. The user chooses one, or any number if `value` is a list. */
export function choice({ label, value, options, change }) {
    const name = freshID('choice');
    const isList = Array.isArray(value);
    return h(
        'fieldset',
        { class: 'choice' },
        h('legend', null, label),
        h(
            'div',
            { class: 'choice-options' },
            options.map(([key, text]) =>
                h(
                    'label',
                    { class: 'choice-option' },
                    h('input', {
                        type: isList ? 'checkbox' : 'radio',
                        name,
                        value: key,
                        checked: isList ? value.includes(key) : key === value,
                        onchange: (event) => {
                            if (isList) {
                                value = event.target.checked
                                    ? [...value, key]
                                    : value.filter((each) => each !== key);
                            }
                            change(isList ? value : key);
                        },
                    }),
                    h('span', null, text),
                )
            ),
        ),
    );
}

/** Returns a color field with a label; `change` receives `#rrggbb`. */
export function colorField({ label, value, change }) {
    const id = freshID('color');
    return h(
        'div',
        { class: 'color' },
        h('label', { for: id }, label),
        h('input', {
            id,
            class: 'color-input',
            type: 'color',
            value: plainColor(value),
            oninput: (event) => change(event.target.value),
        }),
    );
}

/** Returns a checkbox with a label. */
export function check({ label, value, change }) {
    return h(
        'label',
        { class: 'check' },
        h('input', { type: 'checkbox', checked: value, onchange: (event) => change(event.target.checked) }),
        label,
    );
}

/** Returns a slider with a label and value. */
export function slider(
    { label, value, minimum, maximum, step = 1, text = (number) => `${number}%`, change, settle },
) {
    const id = freshID('slider');
    const number = h('output', { for: id, class: 'soft' }, text(value));
    const input = h('input', {
        id,
        type: 'range',
        min: minimum,
        max: maximum,
        step,
        value: String(value),
        onchange: settle,
        oninput: () => {
            number.textContent = text(input.valueAsNumber);
            change(input.valueAsNumber);
        },
    });
    return h('div', { class: 'slider' }, h('label', { for: id }, label), number, input);
}

let painter = /** @type {CanvasRenderingContext2D | null} */ (null);

/** Returns a color as `#rrggbb` for color inputs, without transparency. */
export function plainColor(color) {
    painter ??= document.createElement('canvas').getContext('2d');
    if (!painter || !color) return '#000000';
    const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(color)?.[1];
    painter.fillStyle = '#000000';
    painter.fillStyle = digits ? `#${digits.length === 8 ? digits.slice(0, 6) : digits}` : color;
    return /^#[0-9a-f]{6}$/i.exec(String(painter.fillStyle))?.[0] ?? '#000000';
}
