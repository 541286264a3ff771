import { get } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { fill, h } from '../base/dom.js';
import { failed, loading } from '../base/states.js';
import { since } from '../base/time.js';

/**
 * Shows two versions of a note of which one must go, or both be put together.
 *
 * @returns {Promise<string | null>} What the note shall say; null for not yet.
 */
export function bothVersions(mine, theirs) {
    const side = (title, text) => h('section', { class: 'version' }, h('h3', null, title), h('p', { class: 'written', dir: 'auto' }, text));
    const button = (text, value, kind = '') => h('button', { class: ['button', kind], onclick: () => box.close(value) }, text);
    const box = dialog({ title: 'Somebody was quicker',
        content: h('div', { class: 'stack' }, h('p', { class: 'soft' },
        'This note was changed elsewhere while you wrote. If you keep yours, theirs stays among the earlier versions.'),
        h('div', { class: 'versions' }, side('Yours', mine), side('Theirs', theirs))),
    actions: [button('Take theirs', theirs), button('Keep both', `${theirs}\n\n${mine}`), button('Keep mine', mine, 'button-primary')] });
    return box.closed;
}

/** Shows what a note said before. */
export function showHistory(id, takeBack) {
    const content = h('div', { class: 'stack' }, loading(2));
    const box = dialog({ title: 'Earlier versions', content });
    const load = async () => {
        try {
            const versions = await get(`/library/notes/${id}/history`);
            const older = versions.filter(version => version.text);
            fill(content, older.length ? h('ul', { class: 'list' },
                older.map(version => h('li', { class: 'version' }, h('p', { class: 'soft small' }, since(version.date)),
                h('p', { class: 'written', dir: 'auto' }, version.text),
                h('button', { class: 'button', onclick: () => { box.close(); takeBack(version.text); } }, 'Take this one'))))
                    : h('p', { class: 'soft' }, 'This note was never changed.'));
        } catch (problem) { fill(content, failed(problem, load)); }
    };
    load();
}
