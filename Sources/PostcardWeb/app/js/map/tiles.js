const most = 240;
const side = 256;

/** A layer of tiles; as its constructor. */
export const tileLayer = (url, redraw) => new TileLayer(url, redraw);

/** A map of somebody else, in square pictures, drawn instead of the outline where the service names one. */
export class TileLayer {
    /**
     * @param {string} url With `{z}`, `{x}` and `{y}` for the zoom and the column and row of a tile.
     * @param {() => void} redraw Is called when a tile has come.
     */
    constructor(url, redraw) {
        this.url = url;
        this.redraw = redraw;
        /** @type {Map<string, HTMLImageElement>} The tiles that were asked for, the last ones last. */
        this.images = new Map();
    }

    /**
     * Draws what is in view; where a tile is missing, the part of one that is farther away.
     *
     * @param {CanvasRenderingContext2D} context
     * @param {{ left: number, top: number, right: number, bottom: number, size: number }} view
     */
    draw(context, view) {
        const zoom = Math.max(0, Math.min(19, Math.round(Math.log2(view.size / side * Math.min(devicePixelRatio, 2)))));
        const count = 2 ** zoom;
        const drawn = view.size / count;
        const wanted = new Set();
        for (let row = Math.max(0, Math.floor(view.top * count)); row <= Math.min(count - 1, Math.floor(view.bottom * count)); row += 1) {
            for (let column = Math.floor(view.left * count); column <= Math.floor(view.right * count); column += 1) {
                /** @type {[number, number]} */
                const place = [(column / count - view.left) * view.size, (row / count - view.top) * view.size];
                const x = ((column % count) + count) % count;
                wanted.add(`${zoom}/${x}/${row}`);
                const image = this.#ask(zoom, x, row);
                if (isLoaded(image)) context.drawImage(image, place[0], place[1], drawn + 0.5, drawn + 0.5);
                else this.#drawPart(context, zoom, x, row, place, drawn);
            }
        }
        this.#forget(wanted);
    }

    #drawPart(context, zoom, x, y, [left, top], drawn) {
        for (let up = 1; up <= Math.min(4, zoom); up += 1) {
            const image = this.images.get(`${zoom - up}/${x >> up}/${y >> up}`);
            if (!isLoaded(image)) continue;
            const part = image.naturalWidth / 2 ** up;
            context.drawImage(image, (x % 2 ** up) * part, (y % 2 ** up) * part, part, part, left, top, drawn + 0.5, drawn + 0.5);
            return;
        }
    }

    #ask(zoom, x, y) {
        const key = `${zoom}/${x}/${y}`;
        const known = this.images.get(key);
        if (known) {
            this.images.delete(key);
            this.images.set(key, known);
            return known;
        }
        const image = new Image(side, side);
        // Who makes the tiles wants to know which site shows them.
        image.referrerPolicy = 'strict-origin-when-cross-origin';
        image.addEventListener('load', () => this.redraw());
        image.src = this.url.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y));
        this.images.set(key, image);
        return image;
    }

    /** Stops asking for tiles that have left the view, and keeps no more than are useful. */
    #forget(wanted) {
        for (const [key, image] of this.images) {
            if (wanted.has(key) || (isLoaded(image) && this.images.size <= most)) continue;
            image.removeAttribute('src');
            this.images.delete(key);
        }
    }
}

const isLoaded = image => Boolean(image?.complete && image.naturalWidth);
