import { resource } from '../base/api.js';
import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { showResource } from '../base/lists.js';
import { strings } from '../strings/journals.js';
import { hasContents, shareJournal } from './list.js';

/**
 * Shows the shared page of a journal in an overlay over the journal. The page is in a frame without access to the
 * app.
 */
export default function page(screen) {
    const id = screen.params.journal;
    const found = resource(`/library/journals/${id}`);
    const into = h('div', { class: 'page-frame' });
    const leave = () => screen.back(`/app/journals/${id}`);
    const done = h('button', { class: 'button button-primary', onclick: () => box.close() }, strings.done);
    const send = h('button', {
        class: 'button',
        onclick: () => shareJournal(found.value.peek()?.journal ?? { id, name: '' }),
    }, strings.share);
    screen.title(strings.sharedPage);
    const box = dialog({
        title: strings.asOthersSee,
        content: into,
        actions: [send, done],
        kind: 'full',
        isScreen: true,
        until: screen.until,
    });
    box.closed.then(() => {
        if (!screen.until.aborted) leave();
    });
    let shown = '';
    // The journal is loaded first, so the app asks users without a session to sign in.
    showResource(found, ({ journal, stops }) => {
        screen.title(journal.name);
        if (!hasContents(stops)) return h('p', { class: 'soft' }, strings.nothingToShare);
        const query = new URLSearchParams({ disposition: 'inline', ids: id });
        shown ||= `/library/share.html?${query}`;
        return h('iframe', {
            src: shown,
            title: journal.name,
            sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
        });
    }, { into, until: screen.until });
    done.focus();
}
