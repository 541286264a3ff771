import { fill, h } from './dom.js';
import { icon } from './icons.js';
import { effect } from './signal.js';

/**
 * What stands where nothing is yet: a blank card, a sentence, and what helps.
 *
 * @param {{ title: string, text?: import('./dom.js').Child, actions?: import('./dom.js').Child, picture?: string }} options `picture` is
 *   the name of an icon.
 */
export function empty({ title, text, actions, picture = 'image' }) {
    return h('div', { class: 'state' }, h('div', { class: 'blank-card', 'aria-hidden': 'true' }, icon(picture)),
        h('h2', null, title), text && h('p', { class: 'soft' }, text), actions && h('div', { class: 'row row-center' }, actions));
}

/**
 * What stands where something failed: what happened, what to do, and a way to try again.
 *
 * @param {import('./problem.js').Problem} problem
 * @param {() => void} [retry]
 * @param {import('./dom.js').Child} [more] Other ways out.
 */
export function failed(problem, retry, more) {
    return h('div', { class: 'state state-failed', role: 'alert' }, h('h2', null, problem.isMissing ? 'This is not here' : problem.title),
        h('p', null, problem.detail),
        h('div', { class: 'row row-center' }, retry && !problem.isMissing
            && h('button', { class: 'button button-primary', onclick: retry }, 'Retry'), more),
        problem.request && h('details', { class: 'soft small' }, h('summary', null, 'For the log'),
            h('code', null, `request ${problem.request}`)));
}

/** Striped shapes while something loads; shown after 120 ms, so that what is quick does not flicker. */
export function loading(count = 6, label = 'Loading') {
    return h('div', { class: 'loading', role: 'status', 'aria-label': label },
        Array.from({ length: count }, () => h('div', { class: 'airmail' })));
}

/**
 * Shows a resource: its value, stripes before it came, or what it failed with.
 *
 * @param {any} resource Of `api.js`.
 * @param {(value: any) => import('./dom.js').Child} view
 * @param {{ until: AbortSignal, into: HTMLElement, waiting?: () => Node }} options
 */
export function showResource(resource, view, { until, into, waiting = loading }) {
    effect(() => {
        const [value, problem] = [resource.value.value, resource.problem.value];
        const retry = () => { into.replaceChildren(waiting()); resource.touch(); };
        fill(into, value === undefined ? (problem ? failed(problem, retry) : waiting()) : view(value));
    }, until);
    resource.touch();
}
