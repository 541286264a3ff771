import HTTPTypes
import HummingbirdCore
import PlatformFoundation
import PostcardCore

extension AppService {
    /// The operations that manage phones for `postcard app --phone`. Only the app's pages use them, so the API description omits them.
    static let devicePaths: [Endpoint<AppService>] = [
        Endpoint(
            Operation(
                method: .get, path: devicesPath, name: "listDevices", summary: "The signed-in phones.",
                tag: "service", route: Operation.session, isDescribed: false, replies: []
            )
        ) { call in
            let devices = try call.devices().all()
            return try call.tagged(JSONValue.array(devices.map(describe)).bytes)
        },
        Endpoint(
            Operation(
                method: .post, path: devicesPath, name: "addDevice",
                summary: "Create a one-time URL that signs in a phone within 10 minutes, as text and as a QR code.",
                tag: "service", route: Operation.session, isDescribed: false, bodies: [.json(NewDevice.schema)],
                replies: []
            )
        ) { call in
            let tokens = try call.devices()
            let device: NewDevice = try await call.body(limit: 4_096)
            let address = tokens.makeAddress(
                device.scope == .write ? .write : .read, port: call.port, tickets: call.service.tickets,
                call.service.environment)
            var members: [NameKey: JSONValue] = ["address": .text(address)]
            members["code"] = QRCode(address).map { code in
                .array(code.rows.map { .text(String($0.map { $0 ? "1" as Character : "0" })) })
            }
            return try call.reply(JSONValue(members).bytes, status: .created, cacheControl: "no-store")
        },
        Endpoint(
            Operation(
                method: .patch, path: devicePath, name: "renameDevice", summary: "Rename a phone.", tag: "service",
                route: Operation.session, isDescribed: false, parts: [devicePart],
                bodies: [.json(DeviceChanges.schema)], replies: []
            )
        ) { call in
            let tokens = try call.devices()
            let changes: DeviceChanges = try await call.body(limit: 4_096)
            guard let label = Device.label(changes.label) else {
                throw HTTPError.unprocessable("A phone needs a name.", .blank)
            }
            guard try tokens.rename(String(call["device"]), to: label) else { throw HTTPError.notFound }
            return Response(status: .noContent)
        },
        Endpoint(
            Operation(
                method: .delete, path: devicePath, name: "removeDevice",
                summary: "Sign a phone out.", tag: "service", route: Operation.session, isDescribed: false,
                parts: [devicePart], replies: []
            )
        ) { call in
            let tokens = try call.devices()
            guard try tokens.remove(String(call["device"])) else { throw HTTPError.notFound }
            try call.service.reloadTokens()
            return Response(status: .noContent)
        },
    ]

    private static let devicesPath = PathTemplate("/session/devices")
    private static let devicePath = PathTemplate("/session/devices/{device}")
    private static let devicePart = Operation.Parameter("device", "The name of the phone's token.", Schema.string)

    private static func describe(_ device: Device) -> JSONValue {
        [
            "name": .text(device.name), "scope": device.scope == .write ? "write" : "read",
            "label": .text(device.label.isEmpty ? device.name : device.label), "lastDay": .text(device.lastDay),
        ]
    }
}

/// The body of a request to rename a phone.
private struct DeviceChanges: Decodable {
    let label: String

    static let schema = Schema.object(["label": Schema.text("The phone's name for users.")], required: ["label"])
}

/// The body of a request to add a phone.
private struct NewDevice: Decodable {
    enum Scope: String, Decodable { case read, write }

    let scope: Scope

    static let schema = Schema.object(["scope": Schema.choice(["read", "write"])], required: ["scope"])
}

extension Call<AppService> {
    /// Returns the token file if the owner sent the request.
    ///
    /// - Throws: `HTTPError` with status 403 for other users, or 404 if phones can't sign in.
    fileprivate func devices() throws(HTTPError) -> DeviceTokens {
        guard let tokens = service.devices, tokens.host != nil else { throw .notFound }
        try requireOwnOrigin()
        guard case .authenticated(DeviceTokens.owner, .write) = identity else {
            throw HTTPError(.forbidden, "Only the owner can add and remove phones, and only on this machine.")
        }
        return tokens
    }

    /// The port in the `Host` header.
    fileprivate var port: Int {
        request.head.authority.flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 80
    }
}
