import { dialog } from '../base/dialog.js';
import { h } from '../base/dom.js';
import { strings } from '../strings/editor.js';

/** The limits of a clip: longer side in pixels, duration in seconds, frames per second. */
const [edge, seconds, rate] = [400, 6, 10];

/**
 * Lets the user choose a part of a video.
 *
 * @param {string} url
 * @returns {Promise<File | null>} An animated picture without sound; null if the dialog was dismissed.
 */
export async function partOfVideo(url) {
    const video = h('video', {
        class: 'clip',
        src: url,
        controls: true,
        playsinline: true,
        preload: 'auto',
        'aria-label': strings.video,
    });
    const note = h(
        'p',
        { role: 'status' },
        strings.playTo(seconds),
    );
    const take = h('button', {
        class: 'button button-primary',
        disabled: true,
        onclick: async () => {
            take.setAttribute('aria-busy', 'true');
            try {
                box.close(
                    await animatedClip(video, (share) => {
                        note.textContent = `${Math.round(share * 100)}%`;
                    }),
                );
            } catch {
                trouble();
            } finally {
                take.removeAttribute('aria-busy');
            }
        },
    }, strings.usePart);
    const trouble = () => {
        note.textContent = strings.cantPlay;
    };
    video.addEventListener('loadeddata', () => {
        take.disabled = false;
    });
    video.addEventListener('error', trouble);
    const box = dialog({
        title: strings.whichPart,
        content: h('div', { class: 'stack' }, video, note),
        actions: [take],
    });
    const picture = await box.closed;
    video.removeAttribute('src');
    if (url.startsWith('blob:')) URL.revokeObjectURL(url);
    return picture;
}

/**
 * Returns the next few seconds of a video as an animated PNG. `progressed` is called with the completed fraction.
 */
async function animatedClip(video, progressed) {
    video.pause();
    const factor = Math.min(1, edge / Math.max(video.videoWidth, video.videoHeight));
    const canvas = Object.assign(document.createElement('canvas'), {
        width: Math.round(video.videoWidth * factor),
        height: Math.round(video.videoHeight * factor),
    });
    const painter = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const last = Number.isFinite(video.duration) ? video.duration : Infinity;
    const start = Math.max(0, Math.min(video.currentTime, last - 1 / rate));
    const frames = [];
    const end = Math.min(last, start + seconds);
    for (let at = start; at < end; at += 1 / rate) {
        progressed((at - start) / (end - start));
        await new Promise((resolve, reject) => {
            video.addEventListener('seeked', resolve, { once: true });
            video.addEventListener('error', reject, { once: true });
            video.currentTime = at;
        });
        painter.drawImage(video, 0, 0, canvas.width, canvas.height);
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
        frames.push(new Uint8Array(await blob.arrayBuffer()));
    }
    return new File(animated(frames, canvas.width, canvas.height), 'video.png', { type: 'image/png' });
}

/** Returns the parts of an APNG made from PNG files of equal size. */
function animated(files, width, height) {
    let number = 0;
    const parts = [
        files[0].subarray(0, 8),
        chunk('IHDR', chunksOf(files[0], 'IHDR')[0]),
        chunk('acTL', numbers(files.length, 0)),
    ];
    files.forEach((file, at) => {
        parts.push(chunk('fcTL', numbers(number++, width, height, 0, 0, 1 << 16 | rate, 0).subarray(0, 26)));
        for (const data of chunksOf(file, 'IDAT')) {
            parts.push(at ? chunk('fdAT', numbers(number++), data) : chunk('IDAT', data));
        }
    });
    return [...parts, chunk('IEND')];
}

/** Returns the contents of all chunks with a name. */
function chunksOf(file, name) {
    const [view, found] = [new DataView(file.buffer, file.byteOffset), []];
    for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
        if (String.fromCharCode(...file.subarray(at + 4, at + 8)) === name) {
            found.push(file.subarray(at + 8, at + 8 + view.getUint32(at)));
        }
    }
    return found;
}

/** Returns the bytes of big-endian 32-bit numbers. */
function numbers(...values) {
    const view = new DataView(new ArrayBuffer(values.length * 4));
    values.forEach((value, at) => view.setUint32(at * 4, value));
    return new Uint8Array(view.buffer);
}

function chunk(name, ...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const bytes = new Uint8Array(12 + length);
    bytes.set(numbers(length));
    bytes.set([...name].map((character) => character.charCodeAt(0)), 4);
    let at = 8;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    bytes.set(numbers(checksum(bytes.subarray(4, at))), at);
    return bytes;
}

/** Returns the CRC-32 used by PNG. */
function checksum(bytes) {
    let sum = -1;
    for (const byte of bytes) {
        sum ^= byte;
        for (let bit = 0; bit < 8; bit += 1) sum = sum >>> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
}
