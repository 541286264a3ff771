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
                    'Without HTTPS, the browser does not allow location, camera or sharing. You can still add photos.',
                ),
        ),
    );
}

/** Describes the unsaved data from an ended session, with a button to delete the data. */
function left(kept) {
    const box = h(
        'div',
        { class: 'stack' },
        h('p', null, `This browser still has ${listed(kept)}. Sign in to continue where you left off.`),
        h('button', {
            class: 'button button-wide',
            onclick: async () => {
                await erase();
                box.replaceChildren(h('p', { role: 'status' }, 'Deleted from this browser.'));
            },
        }, 'Delete from this browser'),
    );
    return box;
}

/** The ways to sign in without a password: start the program, or use a code for a phone. */
const withoutPassword = () => [
    refusal && h('p', { class: 'field-problem', role: 'alert' }, refusal),
    h('p', null, isHere ? 'You are signed out on this computer.' : 'This device is signed out.'),
    h(
        'p',
        null,
        isHere
            ? 'Close this page and start Postcard again. It opens a page that is signed in.'
            : 'On the computer that runs Postcard, open Settings → Phones → Add a phone. Scan the new code with this device.',
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
    const submit = h('button', { type: 'submit', class: 'button button-primary button-wide' }, 'Sign in');
    const form = h(
        'form',
        {
            novalidate: true,
            class: 'stack',
            onsubmit: async (event) => {
                event.preventDefault();
                const token = input.value.trim();
                message.textContent = token ? '' : 'Enter the password first.';
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
        h('label', { class: 'field', for: field }, 'Password'),
        input,
        message,
        submit,
    );
    return [
        h('p', { class: 'soft' }, 'Enter the password that the owner of this library gave you.'),
        form,
    ];
}
