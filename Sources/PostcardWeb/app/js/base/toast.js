import { strings } from '../strings/base.js';
import { h } from './dom.js';

const seconds = 10;

/** The live region. It is created with the page, so screen readers find it before the first message. */
const region = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
document.body.append(region);

/**
 * Shows a message at the edge of the screen for ten seconds, or longer if the message is hovered or focused.
 * Screen readers read a problem at once, and the problem is shown until the user closes it.
 *
 * @param {string} text
 * @param {{ action?: { text: string, run: () => void }, isProblem?: boolean }} options
 * @returns {() => boolean} Removes the message; returns true if it was visible.
 */
export function toast(text, { action, isProblem = false } = {}) {
    const close = () => {
        clearTimeout(timer);
        const wasThere = element.isConnected;
        element.remove();
        return wasThere;
    };
    const element = h(
        'div',
        { class: ['toast', isProblem && 'toast-problem'], role: isProblem ? 'alert' : null },
        h('span', null, text),
        action && h('button', {
            class: 'toast-action',
            onclick: () => {
                close();
                action.run();
            },
        }, action.text),
        h('button', { class: 'icon-button', 'aria-label': strings.closeMessage, onclick: close }, '×'),
    );
    let timer = 0;
    const hold = () => clearTimeout(timer);
    const release = () => {
        hold();
        if (!isProblem) timer = setTimeout(close, seconds * 1000);
    };
    release();
    element.addEventListener('pointerenter', hold);
    element.addEventListener('pointerleave', release);
    element.addEventListener('focusin', hold);
    element.addEventListener('focusout', release);
    // A repeated problem replaces its earlier message.
    for (const each of region.querySelectorAll('.toast-problem')) {
        if (isProblem && each.firstElementChild?.textContent === text) each.remove();
    }
    while (region.childElementCount >= 3) {
        (region.querySelector('.toast:not(.toast-problem)') ?? region.firstElementChild)?.remove();
    }
    followDialog();
    region.append(element);
    return close;
}

/** Moves the messages into the topmost modal dialog, because everything outside a modal dialog is inert. */
export function followDialog() {
    const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
    if (region.parentElement !== home) home.append(region);
}

/** Shows a problem from a background task. */
export const complain = (problem, retry) =>
    toast(problem.status === 0 ? `${problem.title}. ${problem.message}` : problem.message, {
        isProblem: true,
        action: retry && { text: strings.retry, run: retry },
    });
