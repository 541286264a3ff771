import { strings } from '../strings/sign-in.js';
import { forgetAll, send } from './api.js';
import { freshID, h } from './dom.js';
import { erase, unsaved } from './forget.js';
import { isHere } from './services.js';
import { facts, loadSession, refusal } from './session.js';
import { listed } from './words.js';

/**
 * The screen for clients without a session. It erases all library data from this browser. Unsaved texts and files
 * stay until the user deletes them here.
 */
export async function signInScreen() {
    const kept = await unsaved();
    await erase({ keepsUnsaved: kept.length > 0 });
    return h(
        'div',
        { class: 'sign-in' },
        h(
            'div',
            { class: 'card' },
            h('h1', { class: 'wordmark' }, 'Postcard'),
            ...facts.devices === undefined ? withPassword() : withoutPassword(),
            kept.length > 0 && left(kept),
            !isSecureContext &&
                h(
                    'p',
                    { class: 'soft small' },
                    strings.withoutHTTPS,
                ),
        ),
    );
}

/** Describes the unsaved data from an ended session, with a button to delete the data. */
function left(kept) {
    const box = h(
        'div',
        { class: 'stack' },
        h('p', null, strings.stillHas(listed(kept))),
        h('button', {
            class: 'button button-wide',
            onclick: async () => {
                await erase();
                box.replaceChildren(h('p', { role: 'status' }, strings.wasDeleted));
            },
        }, strings.deleteHere),
    );
    return box;
}

/** The ways to sign in without a password: start the program, or use a code for a phone. */
const withoutPassword = () => [
    refusal && h('p', { class: 'field-problem', role: 'alert' }, refusal),
    h('p', null, isHere ? strings.signedOutHere : strings.signedOut),
    h(
        'p',
        null,
        isHere ? strings.startAgain : strings.scanNewCode,
    ),
];

/** The field for a token. */
function withPassword() {
    const [field, note] = [freshID('token'), freshID('note')];
    const input = h('input', {
        id: field,
        class: 'input',
        type: 'password',
        name: 'token',
        autocomplete: 'current-password',
        spellcheck: 'false',
        autocapitalize: 'none',
        'aria-describedby': note,
    });
    const message = h('p', { id: note, class: 'field-problem', role: 'alert' }, refusal);
    const submit = h(
        'button',
        { type: 'submit', class: 'button button-primary button-wide' },
        strings.signIn,
    );
    const form = h(
        'form',
        {
            novalidate: true,
            class: 'stack',
            onsubmit: async (event) => {
                event.preventDefault();
                const token = input.value.trim();
                message.textContent = token ? '' : strings.enterPassword;
                if (!token) return input.focus();
                submit.setAttribute('aria-busy', 'true');
                try {
                    await send('POST', '/session', { body: { token } });
                    forgetAll();
                    await loadSession();
                } catch (problem) {
                    message.textContent = problem.message;
                    input.focus();
                    input.select();
                } finally {
                    submit.removeAttribute('aria-busy');
                }
            },
        },
        h('label', { class: 'field', for: field }, strings.password),
        input,
        message,
        submit,
    );
    return [
        h('p', { class: 'soft' }, strings.passwordHelp),
        form,
    ];
}
