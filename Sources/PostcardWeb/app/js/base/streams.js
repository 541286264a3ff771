import { parsed } from './api.js';

/** Sends a request like `fetch`, and reports the sent part of the body, which `fetch` can't. */
export const transmit = (path, { method, headers, body, signal }, progress) =>
    new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open(method, path);
        request.responseType = 'blob';
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total }) => progress(loaded / (total || 1));
        request.onload = () =>
            resolve(
                new Response(request.status === 204 ? null : request.response, {
                    status: request.status,
                    headers: request.getAllResponseHeaders().split('\r\n').filter(Boolean).map((
                        line,
                    ) => /** @type {[string, string]} */ (line.split(/: *(.*)/, 2))),
                }),
            );
        request.onerror = () => reject(new TypeError('no response'));
        request.onabort = () => reject(new DOMException('', 'AbortError'));
        signal?.addEventListener('abort', () => request.abort());
        request.send(body);
    });

/**
 * Opens an event stream. The browser reconnects a lost stream.
 *
 * @param {string} path
 * @param {Record<string, (value: any) => void>} takers The functions that receive the values of events, by the
 *   names of the events. Damaged events are skipped.
 * @param {AbortSignal} until
 */
export function events(path, takers, until) {
    const source = new EventSource(path);
    until.addEventListener('abort', () => source.close());
    for (const [name, take] of Object.entries(takers)) {
        source.addEventListener(name, ({ data }) => {
            const value = parsed(data);
            if (value) take(value);
        });
    }
    return source;
}
