/// The limits that an address sets for its pictures.
struct AddressTerms: Sendable {
    /// The scopes that all pictures have to be in: those of the presets and of the key.
    let scopes: [PictureScope]
    /// The time in seconds since 1970 at which the address expires; `nil` for never.
    let expires: Int?
}
