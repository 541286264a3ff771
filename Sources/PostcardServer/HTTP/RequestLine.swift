import NIOCore

/// Percent-encodes what is not ASCII in the first lines of requests, as browsers do: many clients send names of files as they are,
/// which the parser behind refuses.
///
/// Of requests that are sent before the one before them is answered, only the first is seen to.
final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// True when the next byte belongs to the first line of a request.
    var isNext = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isNext else { return context.fireChannelRead(data) }
        let buffer = unwrapInboundIn(data)
        let bytes = buffer.readableBytesView
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        isNext = end == nil
        let line = bytes[..<(end ?? bytes.endIndex)]
        guard line.contains(where: { $0 >= 0x80 }) else { return context.fireChannelRead(data) }
        var encoded = context.channel.allocator.buffer(capacity: bytes.count + 64)
        for byte in line {
            if byte < 0x80 {
                encoded.writeInteger(byte)
            } else {
                encoded.writeString("%\(String(byte, radix: 16, uppercase: true))")
            }
        }
        encoded.writeBytes(bytes[line.endIndex...])
        context.fireChannelRead(wrapInboundOut(encoded))
    }
}
