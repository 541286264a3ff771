import { get, send } from '../base/api.js';
import { signal } from '../base/signal.js';

/**
 * A download of an album that is under way, as its events tell.
 *
 * @typedef {{ id: string, pin: string, state: 'running' | 'done' | 'none-found' | 'failed' | 'stopped', count: number, stored: number,
 *   bytes: number, skipped: number, problem?: string }} Job
 */

/** Finds the download of a pin that is under way: after a reload, or where somebody else began it. */
export async function runningJob(pin, until) {
    const jobs = await get('/library/jobs?limit=200', until).catch(() => []);
    return jobs.find(job => job.pin === pin && job.state === 'running') ?? null;
}

/** Begins a download; rejects with a problem. */
export async function beginJob(pin, wishes = {}) {
    return (await send('POST', `/library/pins/${pin}/album`, { body: wishes })).value;
}

/** Stops a download; what was stored stays. */
export const stopJob = job => send('DELETE', `/library/jobs/${job}`);

/**
 * Watches a download to its end. A connection that breaks is made again by the browser; where there is no answer at all, the job is asked
 * about.
 *
 * @param {Job} job
 * @param {{ until: AbortSignal, stored: (photo: any) => void }} options `stored` is called with each photo that came, once it can be read:
 *   an id and its size where the service tells, otherwise null.
 * @returns {{ state: import('../base/signal.js').Signal<Job>, ended: Promise<Job>, hasBrokenOff:
 *   import('../base/signal.js').Signal<boolean> }}
 */
export function watchJob(job, { until, stored }) {
    const state = signal(job);
    const hasBrokenOff = signal(false);
    let named = false;
    let finish = /** @type {(job: Job) => void} */ (() => {});
    const ended = new Promise(resolve => { finish = resolve; });
    const events = new EventSource(`/library/jobs/${job.id}/events`);
    const take = next => {
        hasBrokenOff.value = false;
        const before = state.peek().stored;
        state.value = next;
        if (!named && next.stored > before) stored(null);
        if (next.state === 'running') return;
        events.close();
        finish(next);
    };
    for (const name of ['running', 'done', 'none-found', 'failed', 'stopped']) events.addEventListener(name,
        event => take(JSON.parse(event.data)));
    events.addEventListener('photo', event => {
        named = true;
        stored(JSON.parse(event.data));
    });
    events.addEventListener('error', async () => {
        if (until.aborted) return;
        hasBrokenOff.value = true;
        // Not known any more: the service was started again, and the album says how far it came.
        if (events.readyState !== EventSource.CLOSED) return;
        const now = await get(`/library/jobs/${job.id}`,
            until).catch(problem => ({ ...state.peek(), state: 'failed', problem: problem.isMissing
                ? 'The download was interrupted: Postcard was started anew.' : problem.message }));
        if (now.state === 'running') setTimeout(() => { if (!until.aborted) watchAgain(); }, 2000);
        else take(now);
    });
    function watchAgain() {
        const again = watchJob(state.peek(), { until, stored });
        again.ended.then(take);
    }
    until.addEventListener('abort', () => events.close());
    return { state, ended, hasBrokenOff };
}
