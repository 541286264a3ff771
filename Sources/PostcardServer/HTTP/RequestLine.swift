import NIOCore

/// A channel handler that percent-encodes non-ASCII bytes in request lines, as browsers do. Many clients send unencoded file names, which
/// the parser rejects.
///
/// If requests are pipelined, only the first request line is certain to be encoded.
final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// True if the next byte belongs to a request line.
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
