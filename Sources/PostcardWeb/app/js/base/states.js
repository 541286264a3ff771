import { strings } from '../strings/base.js';
import { mayWrite } from './api.js';
import { h, icon } from './dom.js';
import { openMenu, showShortcuts } from './later.js';
import { go } from './router.js';

/**
 * Returns an empty state: a blank card, a sentence, and actions.
 *
 * @param {{ title: string, text?: import('./dom.js').Child, actions?: import('./dom.js').Child, picture?:
 *   string }} options `picture` is the name of an icon.
 */
export function empty({ title, text, actions, picture = 'image' }) {
    return h(
        'div',
        { class: 'state' },
        h('div', { class: 'blank-card', 'aria-hidden': 'true' }, icon(picture)),
        h('h2', null, title),
        text && h('p', { class: 'soft' }, text),
        actions && h('div', { class: 'row row-center' }, actions),
    );
}

/**
 * Returns an error state: what happened, what to do, and a Retry button.
 *
 * @param {import('./api.js').Problem} problem
 * @param {() => void} [retry]
 * @param {import('./dom.js').Child} [more] Other actions.
 */
export function failed(problem, retry, more) {
    return h(
        'div',
        { class: 'state state-failed', role: 'alert' },
        h('h2', null, problem.title),
        h('p', null, problem.detail),
        h(
            'div',
            { class: 'row row-center' },
            retry && !problem.isMissing &&
                h('button', { class: 'button button-primary', onclick: retry }, strings.retry),
            more,
        ),
        (problem.request || problem.said) &&
            h(
                'details',
                { class: 'soft small' },
                h('summary', null, strings.bugReport),
                problem.said && h('p', null, problem.said),
                problem.request && h('code', null, strings.request(problem.request)),
            ),
    );
}

/** Returns striped placeholders for loading content; shown after 120 ms to avoid flicker. */
export function loading(count = 6, label = strings.loading) {
    return h(
        'div',
        { class: 'loading', role: 'status', 'aria-label': label },
        Array.from({ length: count }, () => h('div', { class: 'airmail' })),
    );
}

/**
 * Returns the head of a screen: a back link, the title, the main actions, and a menu for other actions.
 *
 * @param {{ title: string | Node, back?: string, backName?: string, actions?: import('./dom.js').Child,
 *   menu?: () => import('./dialog.js').MenuItem[], isMain?: boolean }} options `back` is the path for Back if
 *   the history is empty; `isMain` adds Trash, Settings and shortcuts to the menu, as on the tab screens.
 */
export function head({ title, back, backName = strings.back, actions, menu, isMain = false }) {
    const common = () => [
        mayWrite() ? { text: strings.trash, icon: 'trash', run: () => go('/app/trash') } : null,
        { text: strings.settings, icon: 'settings', run: () => go('/app/settings') },
        matchMedia('(hover: hover)').matches
            ? { text: strings.shortcuts, icon: 'keyboard', run: showShortcuts }
            : null,
    ];
    const more = (menu || isMain) &&
        h('button', {
            class: ['icon-button', !menu && 'only-narrow'],
            'aria-label': strings.more,
            'aria-haspopup': 'menu',
            onclick: (event) =>
                openMenu(event.currentTarget, [...(menu?.() ?? []), ...(isMain ? common() : [])]),
        }, icon('more'));
    return h(
        'div',
        { class: 'head' },
        back && h('a', { class: 'icon-button head-back', href: back, 'aria-label': backName }, icon('back')),
        h('h1', { class: 'head-title', dir: 'auto' }, title),
        h('div', { class: 'head-actions' }, actions, more),
    );
}
