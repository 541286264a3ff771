import { dialog } from '../base/dialog.js';
import { fill, h, icon } from '../base/dom.js';
import { strings } from '../strings/journals.js';

/**
 * Takes a picture or records a video with the camera of this device.
 *
 * @param {'image' | 'video'} kind
 * @returns {Promise<File | null>} Null if the device has no camera, or if nothing was taken.
 */
export async function capture(kind) {
    const content = h('div', { class: 'capture' }, h('p', { class: 'soft' }, strings.openingCamera));
    const box = dialog({
        title: kind === 'image' ? strings.takePhotoTitle : strings.recordVideo,
        content,
        kind: 'full',
    });
    let stream = /** @type {MediaStream | null} */ (null);
    let isClosed = false;
    box.closed.then(() => {
        isClosed = true;
        for (const track of stream?.getTracks() ?? []) track.stop();
    });
    try {
        if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('', 'NotSupportedError');
        stream = await navigator.mediaDevices.getUserMedia({
            video: { facingMode: 'environment', width: { ideal: 1920 } },
            audio: kind === 'video',
        });
        if (isClosed) {
            for (const track of stream.getTracks()) track.stop();
            return null;
        }
        const view = h('video', {
            class: 'capture-view',
            playsinline: true,
            autoplay: true,
            'aria-label': strings.cameraPreview,
        });
        view.muted = true;
        view.srcObject = stream;
        fill(
            content,
            view,
            kind === 'image' ? shutter(view, box.close) : recorder(stream, box.close),
        );
        await view.play().catch(() => {});
    } catch (error) {
        fill(
            content,
            h(
                'div',
                { class: 'state', role: 'alert' },
                h('div', { class: 'blank-card', 'aria-hidden': 'true' }, icon('camera')),
                h('h3', null, strings.noCamera),
                h('p', null, reason(error)),
                h('button', { class: 'button button-primary', onclick: () => box.close() }, 'OK'),
            ),
        );
    }
    return box.closed;
}

function reason(error) {
    if (!isSecureContext) return strings.cameraNeedsHTTPS;
    const reasons = { NotAllowedError: strings.cameraDenied, NotReadableError: strings.cameraInUse };
    return reasons[error.name] ?? strings.cameraNotFound;
}

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

function shutter(view, done) {
    return h(
        'button',
        {
            class: 'button button-primary',
            onclick: () => {
                if (!view.videoWidth) return;
                const canvas = h('canvas', { width: view.videoWidth, height: view.videoHeight });
                canvas.getContext('2d')?.drawImage(view, 0, 0);
                canvas.toBlob(
                    (blob) => {
                        if (blob) done(new File([blob], `photo-${stamp()}.jpg`, { type: 'image/jpeg' }));
                    },
                    'image/jpeg',
                    0.92,
                );
            },
        },
        icon('camera'),
        strings.takePhoto,
    );
}

function recorder(stream, done) {
    const types = ['video/mp4', 'video/webm;codecs=vp9,opus', 'video/webm'];
    const type = types.find((each) => MediaRecorder.isTypeSupported(each)) ?? '';
    const parts = /** @type {Blob[]} */ ([]);
    const recording = new MediaRecorder(stream, type ? { mimeType: type } : {});
    recording.addEventListener('dataavailable', (event) => parts.push(event.data));
    recording.addEventListener('stop', () => {
        const kind = recording.mimeType.split(';')[0] || 'video/webm';
        done(new File(parts, `video-${stamp()}.${kind === 'video/mp4' ? 'mp4' : 'webm'}`, { type: kind }));
    });
    const button = h(
        'button',
        {
            class: 'button button-primary',
            onclick: () => {
                if (recording.state === 'recording') return recording.stop();
                recording.start();
                fill(button, icon('check'), strings.stopAndSave);
            },
        },
        icon('video'),
        strings.record,
    );
    return button;
}
