import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardDisk

struct NetworkDiskTests {
    @Test(
        arguments: [
            (0x6969, nil, "NFS"), (0xFF53_4D42, nil, "SMB"), (0xFE53_4D42, nil, "SMB"), (0x517B, nil, "SMB"),
            (0x5346_414F, nil, "AFS"), (0x0102_1997, nil, "9P"), (0x6573_5546, "sshfs", "sshfs"),
            (0x6573_5546, "mountpoint-s3", "mountpoint-s3"),
            // Local disks: ext4, Btrfs, tmpfs, overlayfs, and FUSE on a folder or a device.
            (0xEF53, "sshfs", nil), (0x9123_683E, nil, nil), (0x0102_1994, nil, nil), (0x794C_7630, nil, nil),
            (0x6573_5546, "bindfs", nil), (0x6573_5546, nil, nil),
        ] as [(UInt32, Substring?, String?)])
    func `a network disk is recognized by its file system type`(type: UInt32, name: Substring?, kind: String?) {
        #expect(FileSystem.networkDisk(type: type, isRoot: false, fuseName: name) == kind)
    }

    @Test func `the root of a sandbox is a local disk`() {
        #expect(FileSystem.networkDisk(type: 0x0102_1997, isRoot: true, fuseName: nil) == nil)
        #expect(FileSystem.networkDisk(type: 0x6969, isRoot: true, fuseName: nil) == "NFS")
    }

    @Test(
        arguments: [
            (0x32, "sshfs"), (0x33, "mountpoint-s3"), (0x34, "fuse-nfs"), (0x35, "rclone"), (0x36, nil),
            (0x10_0032, "late"), (0x0832, "ntfs"),
        ] as [(UInt64, Substring?)])
    func `a FUSE file system is recognized by its device number`(device: UInt64, name: Substring?) {
        let mounts = """
            22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
            32 22 0:50 / /mnt/ssh rw shared:9 master:1 - fuse.sshfs ann@host: rw,user_id=0
            33 22 0:51 / /mnt/my\\040-\\040bucket rw - fuse mountpoint-s3 rw
            34 22 0:52 / /mnt/nfs rw - fuse.fuse-nfs nas rw
            35 22 0:53 / /mnt/over rw - fuse.bindfs /srv/x rw
            36 22 0:53 / /mnt/over rw - fuse.rclone remote: rw
            37 22 0:306 / /mnt/high rw - fuse.late x rw
            38 22 8:50 / /mnt/stick rw - fuseblk.ntfs /dev/sdd2 rw
            a line that is none
            42 22
            """
        #expect(FileSystem.fuseName(device, in: mounts) == name)
    }

    @Test func `test folders are on a local disk`() throws {
        #expect(FileSystem.networkDisk(at: try ScratchFolder().path) == nil)
        #expect(FileSystem.networkDisk(at: "/nowhere") == nil)
    }
}
