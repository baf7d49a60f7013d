package main

import (
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

const interval = 200 * time.Millisecond

// enforcePolicies keeps the chain POLICIES of this node's iptables equal to the cluster's NetworkPolicies (IPv4 only). It assumes
// one node whose pods each have a routed veth, so that all of their traffic passes FORWARD or INPUT.
func enforcePolicies(kubeconfig string) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	factory := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0)
	pods, namespaces := factory.Core().V1().Pods().Lister(), factory.Core().V1().Namespaces().Lister()
	policies := factory.Networking().V1().NetworkPolicies().Lister()
	never := make(chan struct{})
	factory.Start(never)
	factory.WaitForCacheSync(never)
	applied := ""
	for ; ; time.Sleep(interval) {
		state := cluster{}
		state.pods, _ = pods.List(labels.Everything())
		state.namespaces, _ = namespaces.List(labels.Everything())
		state.policies, _ = policies.List(labels.Everything())
		if text := state.ruleset(); text != applied && restore(text) {
			applied = text
		}
	}
}

func restore(ruleset string) bool {
	command := exec.Command("iptables-restore", "--noflush", "--wait")
	command.Stdin = strings.NewReader(ruleset)
	output, err := command.CombinedOutput()
	if err != nil {
		fmt.Fprintln(os.Stderr, "iptables-restore:", err, string(output))
	}
	return err == nil
}

type cluster struct {
	pods       []*core.Pod
	namespaces []*core.Namespace
	policies   []*networking.NetworkPolicy
}

// ruleset has two passes: first every pod with egress policies as the source, then every pod with ingress policies as the
// destination. A packet that one pass allows returns to the next.
func (c cluster) ruleset() string {
	chains, jumps, rules := []string{}, []string{}, []string{}
	for _, direction := range []networking.PolicyType{networking.PolicyTypeEgress, networking.PolicyTypeIngress} {
		for _, pod := range c.pods {
			allowed, isolated := c.allowed(pod, direction)
			if !isolated || !isRunning(pod) {
				continue
			}
			chain := fmt.Sprintf("%s-%s", direction, pod.Status.PodIP)
			chains = append(chains, fmt.Sprintf(":%s - [0:0]", chain))
			end := map[networking.PolicyType]string{"Egress": "-s", "Ingress": "-d"}[direction]
			jumps = append(jumps, fmt.Sprintf("-A POLICIES %s %s -j %s", end, pod.Status.PodIP, chain))
			slices.Sort(allowed)
			for _, match := range slices.Compact(allowed) {
				rules = append(rules, fmt.Sprintf("-A %s %s -j RETURN", chain, match))
			}
			rules = append(rules, fmt.Sprintf("-A %s -j DROP", chain))
		}
	}
	// the listers have no order; that of egress before ingress is not needed
	slices.Sort(chains)
	slices.Sort(jumps)
	slices.SortStableFunc(rules, func(one, other string) int {
		return strings.Compare(strings.Fields(one)[1], strings.Fields(other)[1])
	})
	known := "-A POLICIES -m conntrack --ctstate ESTABLISHED,RELATED -j RETURN"
	lines := slices.Concat([]string{"*filter", ":POLICIES - [0:0]"}, chains, []string{known}, jumps, rules, []string{"COMMIT", ""})
	return strings.Join(lines, "\n")
}

func isRunning(pod *core.Pod) bool {
	ended := pod.Status.Phase == core.PodSucceeded || pod.Status.Phase == core.PodFailed
	return pod.Status.PodIP != "" && !pod.Spec.HostNetwork && !ended
}

// allowed returns what the policies of a pod allow in one direction, as matches of iptables, and whether there is any policy.
func (c cluster) allowed(pod *core.Pod, direction networking.PolicyType) (matches []string, isolated bool) {
	for _, policy := range c.policies {
		applies := policy.Namespace == pod.Namespace && selects(&policy.Spec.PodSelector, pod.Labels)
		if !applies || !slices.Contains(policy.Spec.PolicyTypes, direction) {
			continue
		}
		isolated = true
		if direction == networking.PolicyTypeEgress {
			for _, rule := range policy.Spec.Egress {
				for _, peer := range c.ends(policy.Namespace, rule.To) {
					matches = append(matches, crossed("-d", peer, portsOf(rule.Ports, peer.pod))...)
				}
			}
			continue
		}
		for _, rule := range policy.Spec.Ingress {
			for _, peer := range c.ends(policy.Namespace, rule.From) {
				matches = append(matches, crossed("-s", peer, portsOf(rule.Ports, pod))...)
			}
		}
	}
	return matches, isolated
}

// end is a peer of a rule: a pod, or blocks of addresses.
type end struct {
	pod      *core.Pod
	prefixes []netip.Prefix
}

func crossed(flag string, peer end, ports []string) (matches []string) {
	for _, prefix := range peer.prefixes {
		for _, port := range ports {
			matches = append(matches, fmt.Sprintf("%s %s %s", flag, prefix, port))
		}
	}
	return matches
}

var everywhere = netip.MustParsePrefix("0.0.0.0/0")

func (c cluster) ends(namespace string, peers []networking.NetworkPolicyPeer) (ends []end) {
	if len(peers) == 0 {
		// pods as well, because named ports are theirs
		every := networking.NetworkPolicyPeer{NamespaceSelector: &meta.LabelSelector{}}
		return append(c.ends(namespace, []networking.NetworkPolicyPeer{every}), end{prefixes: []netip.Prefix{everywhere}})
	}
	for _, peer := range peers {
		if peer.IPBlock != nil {
			ends = append(ends, end{prefixes: blocks(peer.IPBlock)})
			continue
		}
		for _, pod := range c.pods {
			if isRunning(pod) && c.isPeer(pod, namespace, peer) {
				ends = append(ends, end{pod, []netip.Prefix{netip.MustParsePrefix(pod.Status.PodIP + "/32")}})
			}
		}
	}
	return ends
}

func (c cluster) isPeer(pod *core.Pod, namespace string, peer networking.NetworkPolicyPeer) bool {
	if peer.PodSelector != nil && !selects(peer.PodSelector, pod.Labels) {
		return false
	}
	if peer.NamespaceSelector == nil {
		return pod.Namespace == namespace
	}
	return slices.ContainsFunc(c.namespaces, func(one *core.Namespace) bool {
		return one.Name == pod.Namespace && selects(peer.NamespaceSelector, one.Labels)
	})
}

func selects(selector *meta.LabelSelector, of map[string]string) bool {
	compiled, err := meta.LabelSelectorAsSelector(selector)
	return err == nil && compiled.Matches(labels.Set(of))
}

func blocks(block *networking.IPBlock) []netip.Prefix {
	prefix := netip.MustParsePrefix(block.CIDR)
	if !prefix.Addr().Is4() {
		return nil
	}
	excepted := []netip.Prefix{}
	for _, text := range block.Except {
		excepted = append(excepted, netip.MustParsePrefix(text))
	}
	return without(prefix, excepted)
}

// without returns the blocks of a prefix outside the excepted ones.
func without(prefix netip.Prefix, excepted []netip.Prefix) []netip.Prefix {
	overlaps := false
	for _, except := range excepted {
		if except.Bits() <= prefix.Bits() && except.Contains(prefix.Addr()) {
			return nil
		}
		overlaps = overlaps || except.Overlaps(prefix)
	}
	if !overlaps {
		return []netip.Prefix{prefix}
	}
	bits := prefix.Bits() + 1
	upper := prefix.Addr().As4()
	upper[(bits-1)/8] |= 1 << (7 - (bits-1)%8)
	lower := without(netip.PrefixFrom(prefix.Addr(), bits), excepted)
	return append(lower, without(netip.PrefixFrom(netip.AddrFrom4(upper), bits), excepted)...)
}

// portsOf returns the ports of a rule as matches; a named port exists only on a pod.
func portsOf(ports []networking.NetworkPolicyPort, destination *core.Pod) (matches []string) {
	if len(ports) == 0 {
		return []string{""}
	}
	for _, port := range ports {
		protocol := "-p " + strings.ToLower(string(*port.Protocol))
		switch {
		case port.Port == nil:
			matches = append(matches, protocol)
		case port.Port.Type == intstr.String:
			for _, number := range numbersOf(port.Port.StrVal, destination) {
				matches = append(matches, fmt.Sprintf("%s --dport %d", protocol, number))
			}
		case port.EndPort != nil:
			matches = append(matches, fmt.Sprintf("%s --dport %d:%d", protocol, port.Port.IntVal, *port.EndPort))
		default:
			matches = append(matches, fmt.Sprintf("%s --dport %d", protocol, port.Port.IntVal))
		}
	}
	return matches
}

func numbersOf(name string, pod *core.Pod) (numbers []int32) {
	if pod == nil {
		return nil
	}
	for _, container := range pod.Spec.Containers {
		for _, port := range container.Ports {
			if port.Name == name {
				numbers = append(numbers, port.ContainerPort)
			}
		}
	}
	return numbers
}
