// VERSION and FILES, the files of this version below /app/-/VERSION/, are declared by the service before this
// text.

const shell = '/app/';
const base = `/app/-/${VERSION}/`;
const files = `app-${VERSION}`;
const data = 'data';
const pictures = 'pictures';
/** Some 200 MB of pictures of the sizes that screens show. */
const mostPictures = 2500;
/** Milliseconds until a copy is shown in place of an answer. */
const patience = 3000;

self.addEventListener('install', (event) => {
    // Pieces of the world are kept when they are looked at, and samples are sent back at once.
    const wanted = FILES.filter((file) => !/^(world|samples)\//.test(file)).map((file) => base + file);
    event.waitUntil(caches.open(files).then((cache) => cache.addAll([shell, ...wanted])));
});

self.addEventListener('activate', (event) => {
    event.waitUntil((async () => {
        // The version before this one stays: a page that is open may still import from it.
        const versions = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== files);
        for (const name of versions.slice(0, -1)) await caches.delete(name);
        await self.clients.claim();
    })());
});

self.addEventListener('message', (event) => {
    if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('Range')) return;
    if (request.mode === 'navigate') {
        if (url.pathname.startsWith(shell)) event.respondWith(navigate(request));
    } else if (url.pathname.startsWith('/app/-/')) {
        event.respondWith(
            url.pathname.startsWith('/app/-/dev/') ? newest(request, files) : kept(request, files),
        );
    } else if (url.pathname.startsWith('/library/') && url.searchParams.has('v')) {
        event.respondWith(kept(request, pictures, thin));
    } else if (
        url.pathname.startsWith('/library/') &&
        (request.headers.get('Accept') ?? '').startsWith('application/json')
    ) {
        event.respondWith(newest(request, data));
    }
});

/** The page: from the service where it answers within a second, otherwise the copy. */
async function navigate(request) {
    const cache = await caches.open(files);
    const asked = fetch(request).then((response) => {
        if (response.ok) cache.put(shell, response.clone());
        return response;
    });
    const late = new Promise((resolve) => setTimeout(resolve, 1000)).then(() => cache.match(shell));
    const first = await Promise.race([asked.catch(() => null), late]);
    return first ?? asked.catch(async (error) => {
        const copy = await cache.match(shell);
        if (copy) return copy;
        throw error;
    });
}

/** What never changes: the copy, or the service's answer, which is kept. */
async function kept(request, name, after = () => {}) {
    const cache = await caches.open(name);
    const copy = await cache.match(request, { ignoreVary: true }) ??
        (name === files ? await caches.match(request) : undefined);
    if (copy) return copy;
    const response = await fetch(request);
    if (response.status === 200) {
        await cache.put(request, response.clone()).catch(() => {});
        after(cache);
    }
    return response;
}

/**
 * What changes: the service's answer, or the copy, marked with the time it was made, where there is none
 * within three seconds. The page asks again when the answer has come after all.
 */
async function newest(request, name) {
    const cache = await caches.open(name);
    // Conditions are the page's own business: what is kept is whole.
    const key = request.url;
    const copy = () => cache.match(key, { ignoreVary: true });
    let isLate = false;
    const answer = (async () => {
        const response = await fetch(request);
        if (response.status === 200) await cache.put(key, marked(response.clone())).catch(() => {});
        if (response.status === 404 || response.status === 410) await cache.delete(key);
        if (isLate) {
            for (const client of await self.clients.matchAll()) {
                client.postMessage({ changed: key });
            }
        }
        return response;
    })();
    const late = new Promise((resolve) => setTimeout(resolve, patience)).then(copy);
    const first = await Promise.race([answer.catch(() => null), late]);
    if (!first) {
        return answer.catch(async (error) => {
            const found = await copy();
            if (found) return found;
            throw error;
        });
    }
    isLate = first.headers.has('X-Postcard-As-Of');
    return first;
}

function marked(response) {
    const headers = new Headers(response.headers);
    headers.set('X-Postcard-As-Of', new Date().toISOString());
    return new Response(response.body, { status: response.status, headers });
}

/** Drops the oldest pictures when there are too many. */
async function thin(cache) {
    const keys = await cache.keys();
    if (keys.length > mostPictures) {
        for (const key of keys.slice(0, keys.length - mostPictures + 250)) await cache.delete(key);
    }
}
