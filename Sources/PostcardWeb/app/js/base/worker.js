import { isGuarded } from './router.js';

const worker = '/app/sw.js';

/** Keeps the app and what was read for when nobody answers, where the browser lets it. */
export async function keepForOffline() {
    if (!('serviceWorker' in navigator)) return;
    // The one policy for scripts from addresses, for this one address.
    const policy = window.trustedTypes?.createPolicy('app',
        { createScriptURL: address => { if (address === worker) return address; throw new TypeError('Not a script of the app'); } });
    try {
        const registration = await navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker,
            { scope: '/app/', updateViaCache: 'none' });
        const takeOver = () => { if (registration.waiting && !isGuarded()) registration.waiting.postMessage('take over'); };
        registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', takeOver));
        // A version that came while something was being written waits until that is done.
        addEventListener('popstate', takeOver);
        document.addEventListener('visibilitychange', takeOver);
        takeOver();
    } catch {
        // Private windows and strict settings have none; everything else works.
    }
}
