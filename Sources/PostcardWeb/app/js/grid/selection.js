/** Which pictures of a grid are selected, and from where a range goes on. */
export class Selection {
    /** @param {() => string[]} order All ids, in the order of the grid. @param {(ids: string[]) => void} changed */
    constructor(order, changed) {
        this.order = order;
        this.changed = changed;
        /** @type {Set<string>} */
        this.ids = new Set();
        this.anchor = '';
    }

    /** Selects one more, or one less. */
    toggle(id) {
        if (!this.ids.delete(id)) this.ids.add(id);
        this.anchor = id;
        this.#tell();
    }

    /** Selects all from the one that was selected last to this one; only this one where there is no such one. */
    extend(id) {
        const order = this.order();
        const from = this.ids.has(this.anchor) ? order.indexOf(this.anchor) : -1;
        if (from < 0) return this.toggle(id);
        const to = order.indexOf(id);
        for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) this.ids.add(each);
        this.#tell();
    }

    /** Selects these and no others. */
    set(ids) {
        this.ids = new Set(ids);
        this.anchor = ids.at(-1) ?? '';
        this.#tell();
    }

    /** Those that are still there, in the order of the grid. */
    get list() { return this.order().filter(id => this.ids.has(id)); }

    #tell() { this.changed(this.list); }
}
