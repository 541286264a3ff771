import { forgetAll, send } from './api.js';
import { freshID, h } from './dom.js';
import { askWho, refusal } from './session.js';

/** The screen on which somebody signs in with a token. */
export function signInScreen() {
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
                    await askWho();
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
    return h(
        'div',
        { class: 'sign-in' },
        h(
            'div',
            { class: 'card' },
            h('h1', { class: 'wordmark' }, 'Postcard'),
            h('p', { class: 'soft' }, 'Enter the password that the owner of this library gave you.'),
            form,
            ['127.0.0.1', 'localhost', '[::1]'].includes(location.hostname) &&
                h(
                    'p',
                    { class: 'soft small' },
                    'Is Postcard on this computer yours? Then close this page and start Postcard again: it opens a page that is signed in.',
                ),
            !isSecureContext &&
                h(
                    'p',
                    { class: 'soft small' },
                    'This connection is not encrypted, so the browser keeps your position, the camera and sharing to itself. Taking pictures by the file button still works.',
                ),
        ),
    );
}
