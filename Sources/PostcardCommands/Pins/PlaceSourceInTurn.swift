import PostcardSources

/// A place service that is asked by one process at a time.
struct PlaceSourceInTurn: PlaceSource {
    let source: any PlaceSource

    var name: String { source.name }
    var notice: String { source.notice }

    func places(matching query: PlaceQuery) async throws -> [Place] {
        let turn = PlaceTurn(named: name)
        defer { turn?.end() }
        return try await source.places(matching: query)
    }

    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        let turn = PlaceTurn(named: name)
        defer { turn?.end() }
        return try await source.places(at: coordinate, limit: limit)
    }
}
