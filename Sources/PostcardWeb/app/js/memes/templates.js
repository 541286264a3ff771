import { get, isAbort, newID, Problem, refresh, send } from '../base/api.js';
import { askForText, openMenu } from '../base/later.js';
import { complain, toast } from '../base/toast.js';
import { offerUndo } from '../base/undo.js';
import { strings } from '../strings/editor.js';
import { partsOf, textsOf } from './draft.js';
import { download, made } from './send.js';

const pathOf = (id) => `/library/templates/${encodeURIComponent(id)}`;

/** Returns the id for a new template with a title: unlike the ids of existing templates. */
async function freeID(title) {
    const taken = new Set((await get('/templates')).map((template) => template.id));
    const words = title.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+/, '');
    const id = words.slice(0, 50).replace(/-+$/, '') || newID('template');
    let found = id;
    for (let number = 2; taken.has(found); number++) found = `${id}-${number}`;
    return found;
}

async function dataURL(file) {
    const reader = new FileReader();
    await new Promise((resolve, reject) => {
        reader.onload = resolve;
        reader.onerror = () => reject(reader.error);
        reader.readAsDataURL(file);
    });
    return String(reader.result);
}

/** Returns the name of a picture in a new template, and adds its file. `body` is the body of `POST /memes`. */
async function added(files, name, body) {
    const file = await made({ ...body, meme: {} }, []);
    const full = `${name}.${file.type.split('/')[1]}`;
    files[full] = await dataURL(file);
    return full;
}

/** Returns the template that the editor's meme becomes: its texts become slots, and the words become an example. */
async function templateOf(source, { crop, ...meme }) {
    const { background, base } = source;
    const files = {};
    const parts = partsOf(meme).filter((part) => part.list !== 'overlays');
    const origin = background.template
        ? await get(pathOf(background.template))
        : { credit: base?.owner ?? source.credit, license: base?.license?.id?.toUpperCase() };
    const texts = textsOf(meme);
    const overlays = [];
    for (const [index, overlay] of (meme.overlays ?? []).entries()) {
        const name = overlay.picture &&
            await added(files, `overlay-${index + 1}`, { picture: overlay.picture });
        overlays.push({ ...overlay, picture: name });
    }
    return {
        picture: await added(files, 'picture', { ...background, ...crop && { crop } }),
        slots: parts.map((part) => ({
            name: part.name,
            caption: { ...part.value, text: '' },
            ground: part.list === 'captions' ? 'picture' : part.list,
        })),
        overlays,
        surround: meme.surround,
        shapes: meme.shapes,
        sameSize: meme.sameSize,
        examples: texts.some((text) => text.trim()) ? [texts] : [],
        credit: origin.credit || undefined,
        license: origin.license,
        source: origin.source,
        files,
    };
}

/** Asks for a name and keywords, and saves the editor's meme as a template. */
export async function saveAsTemplate(source, meme, open) {
    const id = await askForText({
        title: strings.newTemplate,
        label: strings.name,
        more: strings.keywords,
        confirm: strings.save,
        missing: strings.enterName,
        maximum: 60,
        save: async (title, words) => {
            const id = await freeID(title);
            const keywords = words.split(',').map((word) => word.trim()).filter(Boolean);
            await send('PUT', pathOf(id), { body: { ...await templateOf(source, meme), title, keywords } });
            refresh('/templates');
            return id;
        },
    });
    if (id) toast(strings.templateSaved, { action: { text: strings.use, run: () => open(id) } });
}

/** Adds a template from a file that another user downloaded. */
export async function addFile(file) {
    try {
        const template = await file.text().then(JSON.parse).catch(() => null);
        if (!template?.slots) return toast(strings.notTemplate, { isProblem: true });
        await send('PUT', pathOf(await freeID(template.title ?? template.name ?? '')), { body: template });
        await refresh('/templates');
        toast(strings.templateAdded);
    } catch (problem) {
        if (!isAbort(problem)) complain(Problem.from(problem), () => addFile(file));
    }
}

/** Opens the menu of a template of one's own. */
export function templateMenu(button, template) {
    const path = pathOf(template.id);
    const safely = (run) => () => run().catch((problem) => complain(Problem.from(problem)));
    openMenu(button, [
        {
            text: strings.downloadToShare,
            icon: 'download',
            run: safely(async () => {
                const text = JSON.stringify(await get(path));
                download(new File([text], `${template.id}.json`, { type: 'application/json' }));
            }),
        },
        {
            text: strings.delete,
            icon: 'trash',
            isDangerous: true,
            run: safely(async () => {
                const file = await get(path);
                await send('DELETE', path);
                refresh('/templates');
                offerUndo(strings.templateDeleted, async () => {
                    await send('PUT', path, { body: file });
                    refresh('/templates');
                });
            }),
        },
    ]);
}
